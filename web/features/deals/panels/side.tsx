/** The side column: timeline, terms, documents. In a chunk of its own, loaded after the deal's state. */
import type { Deal } from '#core/contract/deals.ts'
import { type DocumentName, document, evidence } from '#core/contract/documents.ts'
import { m } from '#messages/compiled/messages.js'
import { DownloadButton } from '#web/features/deals/files/download.tsx'
import { addressOf } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { href, locale } from '#web/lib/locale.ts'
import { Fold } from '#web/ui/fold.tsx'
import { DealTimeline } from './deal-timeline.tsx'
import { TermsPanel } from './terms-panel.tsx'

export function SideColumn({ deal }: { deal: Deal }) {
  return (
    <>
      <Fold id="deal-timeline" title={m.deal_story()}>
        <DealTimeline deal={deal} />
      </Fold>
      <TermsPanel deal={deal} />
      <Documents deal={deal} />
    </>
  )
}

const DOCUMENT_NAMES: Readonly<Record<DocumentName, () => string>> = {
  agreement: m.document_agreement,
  receipt: m.document_receipt,
  'refund-advice': m.document_refund_advice,
  decision: m.document_decision,
}

const documentName = (deal: Deal, name: DocumentName): string =>
  name === 'decision' && !deal.dispute?.decision ? m.document_settlement() : DOCUMENT_NAMES[name]()

/** The documents that the deal has so far, in the language of the page, and the evidence pack. */
function Documents({ deal }: { deal: Deal }) {
  const { form_pk, papers: names } = deal
  if (names.length === 0) return null
  const input = { params: { form_pk }, query: { lang: locale() } }
  /** The address of a file has no trailing slash. */
  const urlOf = (endpoint: typeof evidence | ReturnType<typeof document>): string =>
    addressOf(endpoint, input).replace('/?', '?')
  return (
    <Fold id="deal-documents" title={m.deal_documents()}>
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
    </Fold>
  )
}
