/** The dispute: both statements, the fees, the proposed splits, the decision. */
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal, otherParty } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import { Shares, splitOf } from '#web/features/deals/actions/shares.tsx'
import { faultWords } from '#web/features/deals/words/fields.ts'
import { nameOf, whoOf } from '#web/features/deals/words/people.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Moment, Money } from '#web/ui/values.tsx'

type DealDispute = NonNullable<Deal['dispute']>
interface DisputeSectionProps {
  readonly deal: Deal
  readonly dispute: DealDispute
}

/** Once it has ended its decision stands alone, and what led to it is folded away. */
export function DisputePanel({ deal }: { deal: Deal }) {
  const { dispute } = deal
  if (!dispute) return null
  const props = { deal, dispute }
  const isOver = isTerminal(deal.status)
  return (
    <section className="deal__section" aria-labelledby="deal-dispute">
      <h2 id="deal-dispute">{m.deal_dispute()}</h2>
      {isOver && <Decision {...props} />}
      <details className="deal__rules" open={!isOver}>
        <summary>{m.deal_dispute_sides()}</summary>
        <BothSides {...props} />
        {isOver && <SplitOffers {...props} />}
      </details>
      {!isOver && (
        <>
          <SplitOffers {...props} />
          <Decision {...props} />
          <PendingDecision {...props} />
        </>
      )}
    </section>
  )
}

function BothSides({ deal, dispute }: DisputeSectionProps) {
  const respondent = otherParty(dispute.opened_by)
  return (
    <>
      <Statement
        title={
          deal.me === dispute.opened_by
            ? m.deal_complaint_yours()
            : m.deal_complaint_of({ name: nameOf(deal, dispute.opened_by) })
        }
        text={`${reasonWords(dispute.reason, deal.track)}\n${dispute.statement}`}
      />
      {dispute.wanted && <p>{m.deal_wants({ what: remedyWords(dispute.wanted) })}</p>}
      {dispute.response && (
        <Statement
          title={
            deal.me === respondent
              ? m.deal_answer_yours()
              : m.deal_answer_of({ name: nameOf(deal, respondent) })
          }
          text={dispute.response}
        />
      )}
      <DisputeFees deal={deal} dispute={dispute} />
    </>
  )
}

interface StatementProps {
  readonly title: string
  readonly text: string
}
function Statement({ title, text }: StatementProps) {
  return (
    <figure className="deal__statement">
      <figcaption>{title}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  )
}

const FEE_STATUS: Readonly<Record<DealDispute['fees']['payer'], () => string>> = {
  due: m.deal_fee_due,
  paid: m.deal_fee_paid,
  returned: m.deal_fee_returned,
  kept: m.deal_fee_kept,
}

function DisputeFees({ deal, dispute }: DisputeSectionProps) {
  return (
    <dl className="deal__rows">
      {(['payer', 'payee'] as const).map((party) => (
        <div key={party}>
          <dt>{m.deal_fee_of({ name: nameOf(deal, party) })}</dt>
          <dd>{FEE_STATUS[dispute.fees[party]]()}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Only the open one can be accepted; those before it are folded away, newest last. */
function SplitOffers(props: DisputeSectionProps) {
  const { offers } = props.dispute
  const closed = offers.filter(({ open }) => !open)
  return (
    <>
      {offers.length > 0 && <h3>{m.deal_offers()}</h3>}
      <OfferList {...props} offers={offers.filter(({ open }) => open)} />
      {closed.length > 0 && (
        <details className="deal__rules">
          <summary>{m.deal_offers_closed({ count: String(closed.length) })}</summary>
          <OfferList {...props} offers={closed} />
        </details>
      )}
    </>
  )
}

function OfferList({ deal, offers }: DisputeSectionProps & Pick<DealDispute, 'offers'>) {
  if (offers.length === 0) return null
  return (
    <ol className="deal__list">
      {offers.map((offer) => (
        <li key={offer.id} className={offer.open ? 'deal__offer deal__offer--open' : 'deal__offer'}>
          <p>
            {m.deal_offer_by({ name: whoOf(deal, offer.by) })}{' '}
            {m.deal_share_back({ name: nameOf(deal, 'payer') })} <Money paise={offer.payer_share_paise} /> ·{' '}
            <span className="muted">{offer.open ? m.deal_offer_open() : m.deal_offer_past()}</span>
          </p>
          {offer.note && <p>{offer.note}</p>}
          {offer.open && <Shares deal={deal} parts={splitOf(deal, offer.payer_share_paise)} />}
        </li>
      ))}
    </ol>
  )
}

function PendingDecision({ deal, dispute }: DisputeSectionProps) {
  const escalators = dispute.escalated_by.map((party) => whoOf(deal, party)).join(', ')
  return (
    <>
      {deal.status === 'disputed' && (
        <p className="muted">
          {m.deal_settle_by()} <Moment at={dispute.settle_by} now={deal.now} />
        </p>
      )}
      {escalators && deal.status === 'negotiating' && (
        <Notice kind="next">{m.deal_escalated_by({ names: escalators })}</Notice>
      )}
    </>
  )
}

function Decision({ deal, dispute }: DisputeSectionProps) {
  const { decision } = dispute
  if (!decision) return null
  return (
    <Notice title={m.deal_decision()}>
      <p>
        {m.deal_share_line({
          name: nameOf(deal, 'payer'),
          amount: formatPaiseShort(decision.payer_share_paise),
        })}{' '}
        · {m.deal_fault_line({ who: faultWords(deal, decision.at_fault) })}
      </p>
      <p className="deal__text">{decision.reasons}</p>
      <p className="muted">
        <Moment at={decision.at} />
      </p>
    </Notice>
  )
}
