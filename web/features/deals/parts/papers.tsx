/** The papers that a deal is far enough for, in the language of the page, and all of it as one pack. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { evidence, type PaperName, paper } from '../../../../core/contract/papers.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { addressOf } from '../../../lib/api.ts'
import { href, locale } from '../../../lib/locale.ts'
import { save } from '../files/open-file.ts'
import { SaveButton } from '../files/save-button.tsx'

const NAMES: Readonly<Record<PaperName, () => string>> = {
  agreement: m.paper_agreement,
  receipt: m.paper_receipt,
  'refund-advice': m.paper_refund_advice,
  decision: m.paper_decision,
}

const nameOf = (deal: Deal, name: PaperName): string =>
  name === 'decision' && !deal.dispute?.decision ? m.paper_settlement() : NAMES[name]()

export function Papers({ deal }: { deal: Deal }) {
  const { form_pk, papers } = deal
  if (papers.length === 0) return null
  const input = { params: { form_pk }, query: { lang: locale() } }
  /** A file has no trailing slash. */
  const at = (endpoint: typeof evidence | ReturnType<typeof paper>): string =>
    addressOf(endpoint, input).replace('/?', '?')
  return (
    <section className="deal__part" aria-labelledby="deal-papers">
      <h2 id="deal-papers">{m.deal_papers()}</h2>
      <ul className="deal__papers">
        {papers.map((name) => (
          <li key={name}>
            <SaveButton onSave={() => save(at(paper(name)), `${name}-${form_pk}.pdf`)}>
              {nameOf(deal, name)} <span className="soft">PDF</span>
            </SaveButton>
          </li>
        ))}
        <li>
          <SaveButton onSave={() => save(at(evidence), `evidence-${form_pk}.zip`)}>
            {m.deal_pack_of_evidence()} <span className="soft">ZIP</span>
          </SaveButton>
        </li>
      </ul>
      <p className="soft">
        {m.deal_papers_text()} <a href={href('/verify')}>{m.verify_title()}</a>
      </p>
    </section>
  )
}
