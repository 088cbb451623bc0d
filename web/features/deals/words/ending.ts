/** "Ravi Traders has been paid ₹7,500": who got what in the end. On its way until the bank has it, unless it is held back. */
import type { Deal } from '#core/contract/deals.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { payoutWaits, waitingWords } from '#web/lib/waiting-words.ts'
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
  const wait = payoutWaits(deal).find(({ to }) => to === party)
  if (wait) return waitingWords({ ...wait, isYou: deal.me === party, name, amount })
  if (party === 'payee') {
    if (deal.me === party) return isDone ? m.end_paid_you({ amount }) : m.end_paying_you({ amount })
    return isDone ? m.end_paid({ name, amount }) : m.end_paying({ name, amount })
  }
  if (deal.me === party) return isDone ? m.end_back_you({ amount }) : m.end_returning_you({ amount })
  return isDone ? m.end_back({ name, amount }) : m.end_returning({ name, amount })
}
