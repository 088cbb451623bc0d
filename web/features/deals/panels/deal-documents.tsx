/** The documents that a deal has so far, in the language of the page, and the evidence pack. */
import type { Deal } from '#core/contract/deals.ts'
import { type DocumentName, document, evidence } from '#core/contract/documents.ts'
import { m } from '#messages/compiled/messages.js'
import { DownloadButton } from '#web/features/deals/files/download.tsx'
import { addressOf } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { href, locale } from '#web/lib/locale.ts'

const DOCUMENT_NAMES: Readonly<Record<DocumentName, () => string>> = {
  agreement: m.document_agreement,
  receipt: m.document_receipt,
  'refund-advice': m.document_refund_advice,
  decision: m.document_decision,
}

const documentName = (deal: Deal, name: DocumentName): string =>
  name === 'decision' && !deal.dispute?.decision ? m.document_settlement() : DOCUMENT_NAMES[name]()

export function DealDocuments({ deal }: { deal: Deal }) {
  const { form_pk, papers: names } = deal
  const input = { params: { form_pk }, query: { lang: locale() } }
  /** The address of a file has no trailing slash. */
  const urlOf = (endpoint: typeof evidence | ReturnType<typeof document>): string =>
    addressOf(endpoint, input).replace('/?', '?')
  return (
    <>
      <ul className="deal__documents">
        {names.map((name) => (
          <li key={name}>
            <DownloadButton onDownload={() => download(urlOf(document(name)), `${name}-${form_pk}.pdf`)}>
              {documentName(deal, name)} <span className="muted">PDF</span>
            </DownloadButton>
          </li>
        ))}
        <li>
          <DownloadButton onDownload={() => download(urlOf(evidence), `evidence-${form_pk}.zip`)}>
            {m.deal_pack_of_evidence()} <span className="muted">ZIP</span>
          </DownloadButton>
        </li>
      </ul>
      <p className="muted">
        {m.deal_documents_text()} <a href={href('/verify')}>{m.verify_title()}</a>
      </p>
    </>
  )
}
