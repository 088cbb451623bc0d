/** "Ravi Traders has been paid ₹7,500": who got what in the end. On its way until the bank has it. */
import type { Deal } from '#core/contract/deals.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { nameOf } from './people.ts'

/** Empty where no money was in the deal. */
export function endWords(deal: Deal, format: (paise: number) => string): string[] {
  const shares = sharesWords(deal, format)
  return shares.length > 0 ? [...shares, ...keptFeeWords(deal, format)] : []
}

/** To whoever paid it: the shares alone would not say what the dispute cost them. */
function keptFeeWords({ me, dispute, ...deal }: Deal, format: (paise: number) => string): string[] {
  const isKept = me !== 'team' && dispute?.fees[me] === 'kept'
  return isKept ? [m.email_fee_kept_you({ fee: format(rulesOf(deal).disputeFeePaise) })] : []
}

function sharesWords(deal: Deal, format: (paise: number) => string): string[] {
  return (['payee', 'payer'] as const).flatMap((party) => {
    const sum = partOfAmount(deal, party)
    const setOffPaise = deal.me === party ? (deal.set_off_paise ?? 0) : 0
    if (sum > setOffPaise) return [shareWords(deal, party, format(sum - setOffPaise))]
    return setOffPaise > 0 ? [m.deal_set_off({ amount: format(setOffPaise) })] : []
  })
}

function shareWords(deal: Deal, party: Party, amount: string): string {
  const isDone = deal.paid_out[party]
  const name = nameOf(deal, party)
  const held = isDone ? undefined : deal.payouts.find(({ to, status }) => to === party && status === 'held')
  if (held) return waitingWords(deal, held, { name, amount })
  if (party === 'payee') {
    if (deal.me === party) return isDone ? m.end_paid_you({ amount }) : m.end_paying_you({ amount })
    return isDone ? m.end_paid({ name, amount }) : m.end_paying({ name, amount })
  }
  if (deal.me === party) return isDone ? m.end_back_you({ amount }) : m.end_returning_you({ amount })
  return isDone ? m.end_back({ name, amount }) : m.end_returning({ name, amount })
}

/** Nothing is on its way while a payout waits; the list of payouts says why. */
function waitingWords(
  { me }: Deal,
  { to, held_until }: Deal['payouts'][number],
  { name, amount }: { readonly name: string; readonly amount: string },
): string {
  if (held_until === null) return me === to ? m.end_waits_you({ amount }) : m.end_waits({ name, amount })
  const time = shortMoment(Date.parse(held_until))
  return me === to ? m.end_waits_you_until({ amount, time }) : m.end_waits_until({ name, amount, time })
}
