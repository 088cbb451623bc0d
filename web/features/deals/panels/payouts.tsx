import { Link } from 'react-router'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { heldText, purposeText } from '#messages/payout-text.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { Money } from '#web/ui/values.tsx'

type Payout = Deal['payouts'][number]

const STATUS_TEXT: Readonly<Record<Payout['status'], () => string>> = {
  queued: m.deal_payout_queued,
  sent: m.deal_payout_sent,
  paid: m.deal_payout_paid,
  failed: m.deal_payout_failed,
  review: m.deal_payout_review,
  held: m.deal_payout_held,
  returned: m.deal_payout_returned,
}

/** What its owner can mend themselves. */
const OWNERS_TO_MEND: readonly Payout['held_because'][number][] = [
  'no_target',
  'target_unverified',
  'returned',
]

/** Why it waits, and the way on. */
function Hold({ payout, isMine }: { payout: Payout; isMine: boolean }) {
  const until = payout.held_until ? shortMoment(Date.parse(payout.held_until)) : ''
  const isMendable = payout.held_because.some((reason) => OWNERS_TO_MEND.includes(reason))
  return (
    <>
      {payout.held_because.map((reason) => (
        <p key={reason}>{heldText(reason, until)}</p>
      ))}
      {isMine && (isMendable || payout.status === 'review') && (
        <p>
          <Link className="tap-target" to={href('/account#payout-target')}>
            {m.target_title()}
          </Link>
        </p>
      )}
    </>
  )
}

const recipientWords = (deal: Deal, to: Payout['to']): string =>
  deal.me === to ? m.deal_payout_you() : m.deal_payout_to({ name: nameOf(deal, to) })

/** "Your fee" to its owner alone. */
function Purpose({ deal, payout: { purpose, to } }: { deal: Deal; payout: Payout }) {
  const isOfOther = purpose === 'fee_back' && deal.me !== to
  const words = isOfOther ? m.payout_of_fee_of({ name: nameOf(deal, to) }) : purposeText(purpose)
  return words ? <p className="muted">{words}</p> : null
}

/** Payouts to a bank account and their status. */
export function Payouts({ deal }: { deal: Deal }) {
  if (deal.payouts.length === 0) return null
  return (
    <section className="deal__section" aria-labelledby="deal-payouts">
      <h2 id="deal-payouts">{m.deal_payouts()}</h2>
      <ul className="deal__list">
        {deal.payouts.map((payout, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a payout has no id on the wire
          <li key={at}>
            <Money paise={payout.amount_paise} /> {recipientWords(deal, payout.to)}:{' '}
            {STATUS_TEXT[payout.status]()}
            <Purpose deal={deal} payout={payout} />
            <Hold payout={payout} isMine={deal.me === payout.to} />
          </li>
        ))}
      </ul>
    </section>
  )
}
