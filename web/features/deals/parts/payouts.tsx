import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Money } from '../../../ui/money.tsx'
import { nameOf } from '../words/people.ts'

type Payout = Deal['payouts'][number]

const STATES: Readonly<Record<Payout['status'], () => string>> = {
  queued: m.deal_payout_queued,
  sent: m.deal_payout_sent,
  paid: m.deal_payout_paid,
  failed: m.deal_payout_failed,
  review: m.deal_payout_review,
}

const toWhom = (deal: Deal, to: Payout['to']): string =>
  deal.me === to ? m.deal_payout_you() : m.deal_payout_to({ name: nameOf(deal, to) })

/** What is on its way out to somebody's bank, and how far it is. */
export function Payouts({ deal }: { deal: Deal }) {
  if (deal.payouts.length === 0) return null
  return (
    <section className="deal__part" aria-labelledby="deal-payouts">
      <h2 id="deal-payouts">{m.deal_payouts()}</h2>
      <ul className="deal__list">
        {deal.payouts.map((payout, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a payout has no name of its own on the wire
          <li key={at}>
            <Money paise={payout.amount_paise} /> {toWhom(deal, payout.to)}: {STATES[payout.status]()}
          </li>
        ))}
      </ul>
    </section>
  )
}
