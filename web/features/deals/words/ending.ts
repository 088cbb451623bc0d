/** "Ravi Traders has been paid ₹7,500": who got what in the end. On its way until the bank has it. */
import type { Deal } from '#core/contract/deals.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { nameOf } from './people.ts'

/** Empty where no money was in the deal. */
export function endWords(deal: Deal, format: (paise: number) => string): string[] {
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
  if (party === 'payee') {
    if (deal.me === party) return isDone ? m.end_paid_you({ amount }) : m.end_paying_you({ amount })
    return isDone ? m.end_paid({ name, amount }) : m.end_paying({ name, amount })
  }
  if (deal.me === party) return isDone ? m.end_back_you({ amount }) : m.end_returning_you({ amount })
  return isDone ? m.end_back({ name, amount }) : m.end_returning({ name, amount })
}
