/** One side of a case: what they say, what they want, what they offered, and their files. */
import type { Deal } from '#core/contract/deals.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { remedyWords } from '#messages/dispute-text.ts'
import { evidenceWords } from '#web/features/deals/files/evidence-kind.tsx'
import { FileView } from '#web/features/deals/files/file-view.tsx'
import { nameOf, roleOf } from '#web/features/deals/words/people.ts'
import { Moment, Money } from '#web/ui/values.tsx'

export type CaseDispute = NonNullable<Deal['dispute']>

interface CaseSideProps {
  readonly deal: Deal
  readonly dispute: CaseDispute
  readonly party: Party
}

export function CaseSide({ deal, dispute, party }: CaseSideProps) {
  const isComplainant = dispute.opened_by === party
  const statement = isComplainant ? dispute.statement : dispute.response
  const files = deal.files.filter(({ by }) => by === party)
  const offers = dispute.offers.filter(({ by }) => by === party)
  const headingId = `case-${party}`
  return (
    <section className={`case__side case__side--${party}`} aria-labelledby={headingId}>
      <h2 id={headingId}>{nameOf(deal, party)}</h2>
      <p className="muted">
        {roleOf(deal, party)} · {isComplainant ? m.desk_complained() : m.desk_complained_about()}
      </p>
      <blockquote className="deal__text case__statement">{statement ?? m.desk_no_answer()}</blockquote>
      {isComplainant && dispute.wanted && <p>{m.deal_wants({ what: remedyWords(dispute.wanted) })}</p>}
      {offers.map((offer) => (
        <p key={offer.id}>
          {m.desk_offered()} {m.deal_share_back({ name: nameOf(deal, 'payer') })}{' '}
          <Money paise={offer.payer_share_paise} />{' '}
          <span className="muted">
            <Moment at={offer.at} />
          </span>
          {offer.note && <span className="deal__text"> {offer.note}</span>}
        </p>
      ))}
      <h3>{m.deal_proof()}</h3>
      {files.length === 0 && <p className="muted">{m.deal_proof_none()}</p>}
      <ul className="deal__list">
        {files.map((file) => (
          <li key={file.id}>
            <p>
              {evidenceWords(file.kind)} · <Moment at={file.at} />
            </p>
            <FileView formPk={deal.form_pk} file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}
