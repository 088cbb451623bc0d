/** The dispute: what is said on both sides, the fees, the shares proposed, the decision. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { isTerminal } from '../../../../core/lifecycle/states.ts'
import { formatPaise } from '../../../../core/money.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { reasonWords, remedyWords } from '../../../../messages/dispute-text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Shares } from '../act/shares.tsx'
import { faultWords } from '../words/fields.ts'
import { nameOf, whoOf } from '../words/people.ts'

type Dispute = NonNullable<Deal['dispute']>
interface Shown {
  readonly deal: Deal
  readonly dispute: Dispute
}

const mine = (deal: Deal, party: Dispute['opened_by']): boolean => deal.me === party

export function DisputePanel({ deal }: { deal: Deal }) {
  const { dispute } = deal
  if (!dispute) return null
  const answering = dispute.opened_by === 'payer' ? 'payee' : 'payer'
  return (
    <section className="deal__part" aria-labelledby="deal-dispute">
      <h2 id="deal-dispute">{m.deal_dispute()}</h2>
      <Said
        title={
          mine(deal, dispute.opened_by)
            ? m.deal_complaint_yours()
            : m.deal_complaint_of({ name: nameOf(deal, dispute.opened_by) })
        }
        text={`${reasonWords(dispute.reason)}. ${dispute.statement}`}
      />
      {dispute.wanted && <p>{m.deal_wants({ what: remedyWords(dispute.wanted) })}</p>}
      {dispute.response && (
        <Said
          title={
            mine(deal, answering)
              ? m.deal_answer_yours()
              : m.deal_answer_of({ name: nameOf(deal, answering) })
          }
          text={dispute.response}
        />
      )}
      <Fees deal={deal} dispute={dispute} />
      <Offers deal={deal} dispute={dispute} />
      {dispute.decision ? (
        <Decided deal={deal} dispute={dispute} />
      ) : (
        <Waiting deal={deal} dispute={dispute} />
      )}
    </section>
  )
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <figure className="deal__statement">
      <figcaption>{title}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  )
}

const FEES: Readonly<Record<Dispute['fees']['payer'], () => string>> = {
  due: m.deal_fee_due,
  paid: m.deal_fee_paid,
  returned: m.deal_fee_returned,
  kept: m.deal_fee_kept,
}

function Fees({ deal, dispute }: Shown) {
  return (
    <dl className="deal__rows">
      {(['payer', 'payee'] as const).map((party) => (
        <div key={party}>
          <dt>{m.deal_fee_of({ name: nameOf(deal, party) })}</dt>
          <dd>{FEES[dispute.fees[party]]()}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Newest last; only the last that stands can be accepted. */
function Offers({ deal, dispute }: Shown) {
  if (dispute.offers.length === 0) return null
  return (
    <>
      <h3>{m.deal_offers()}</h3>
      <ol className="deal__list">
        {dispute.offers.map((offer) => (
          <li key={offer.id} className={offer.open ? 'deal__offer deal__offer--open' : 'deal__offer'}>
            <p>
              {m.deal_offer_by({ name: whoOf(deal, offer.by) })}{' '}
              {m.deal_share_back({ name: nameOf(deal, 'payer') })} <Money paise={offer.payer_share_paise} />.{' '}
              <span className="soft">{offer.open ? m.deal_offer_open() : m.deal_offer_past()}</span>
            </p>
            {offer.note && <p>{offer.note}</p>}
            {offer.open && <Shares deal={deal} hold="offer" />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Waiting({ deal, dispute }: Shown) {
  if (isTerminal(deal.status)) return null
  const asked = dispute.escalated_by.map((party) => whoOf(deal, party)).join(', ')
  return (
    <>
      {deal.status === 'disputed' && (
        <p className="soft">
          {m.deal_settle_by()} <Moment at={dispute.settle_by} now={deal.now} />
        </p>
      )}
      {asked && deal.status === 'negotiating' && (
        <Notice kind="next">{m.deal_escalated_by({ names: asked })}</Notice>
      )}
    </>
  )
}

function Decided({ deal, dispute }: Shown) {
  const { decision } = dispute
  if (!decision) return null
  return (
    <Notice title={m.deal_decision()}>
      <p>
        {m.deal_share_line({ name: nameOf(deal, 'payer'), amount: formatPaise(decision.payer_share_paise) })}.{' '}
        {m.deal_fault_line({ who: faultWords(deal, decision.at_fault) })}
      </p>
      <p className="deal__said">{decision.reasons}</p>
      <p className="soft">
        <Moment at={decision.at} />
      </p>
    </Notice>
  )
}
