/** What is due from a viewer now: the deal's amount, or their dispute fee. The pay call and the deal's `to_pay` use it. */
import { isPayable, type PayInPurpose } from '#core/deposits.ts'
import { Refusal } from '#core/errors.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

export interface AmountDue {
  readonly party: Party
  readonly purpose: PayInPurpose
  readonly amountPaise: number
}

/** Null where nothing is: no refusal is made for each deal that is shown. */
export function amountDue(viewer: Viewer, facts: DealFacts): AmountDue | null {
  if (viewer === 'team') return null
  const { dispute, status } = facts
  if (viewer === 'payer' && isPayable('amount', status))
    return { party: 'payer', purpose: 'amount', amountPaise: facts.amountPaise }
  if (
    isPayable('fee', status) &&
    dispute &&
    dispute.feePaidPaise[viewer] === 0 &&
    facts.policy.disputeFeePaise > 0
  )
    return { party: viewer, purpose: 'fee', amountPaise: facts.policy.disputeFeePaise }
  return null
}

/** For a call that pays it: why nothing is due, where nothing is. */
export const dueFrom = (viewer: Viewer, facts: DealFacts): AmountDue | Refusal =>
  amountDue(viewer, facts) ??
  new Refusal(viewer === 'team' || facts.status === 'agreed' ? 'forbidden' : 'wrong_state')
