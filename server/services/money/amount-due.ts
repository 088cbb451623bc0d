/** What is due from a viewer now: the deal's amount, or their dispute fee. The pay call and the deal's `to_pay` use it. */
import { Refusal } from '#core/errors.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

export interface AmountDue {
  readonly party: Party
  readonly purpose: 'amount' | 'fee'
  readonly amountPaise: number
}

export function dueFrom(viewer: Viewer, facts: DealFacts): AmountDue | Refusal {
  if (viewer === 'team') return new Refusal('forbidden')
  const { dispute, status } = facts
  if (status === 'agreed')
    return viewer === 'payer'
      ? { party: 'payer', purpose: 'amount', amountPaise: facts.amountPaise }
      : new Refusal('forbidden')
  const isFeeTime = status === 'disputed' || status === 'negotiating'
  if (isFeeTime && dispute && dispute.feePaidPaise[viewer] === 0 && facts.policy.disputeFeePaise > 0)
    return { party: viewer, purpose: 'fee', amountPaise: facts.policy.disputeFeePaise }
  return new Refusal('wrong_state')
}
