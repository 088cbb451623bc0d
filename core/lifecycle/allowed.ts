/** What a deal offers to whom: the actions open to a viewer, and whose move it is. Read from the table alone. */
import { isAllowed } from './decide.ts'
import type { Actor, DealFacts } from './facts.ts'
import { feeUnpaidBy } from './guards.ts'
import { type Mover, otherParty, STATES } from './states.ts'
import { ACTIONS, type Action } from './transitions.ts'

/** Every action that this viewer may take now, in the table's order. Never create, which has no deal yet. */
export const allowedActions = (facts: DealFacts, by: Actor, now: number): Action[] =>
  ACTIONS.filter((action) => isAllowed(facts, action, by, now))

export type Moving = 'payer' | 'payee' | 'team'

/** Who is expected to act now; empty when the deal has ended. */
export function whoseMove(facts: DealFacts): Moving[] {
  const { dispute } = facts
  if (facts.frozenSince !== null) return ['team']
  // whoever offers a split has done what there is to do, unless the other side asks for the team instead of answering
  const taker = dispute?.offer ? otherParty(dispute.offer.by) : null
  if (facts.status === 'negotiating' && taker && !dispute?.escalatedBy.includes(taker)) return [taker]
  const movers = STATES[facts.status].move.map((mover) => resolve(mover, facts))
  const extra: Moving[] = []
  if (facts.status === 'in_delivery' && facts.extensionTo !== null) extra.push('payer')
  if (facts.status === 'disputed' && dispute && feeUnpaidBy(dispute.complainant, facts))
    extra.push(dispute.complainant)
  return [...new Set([...movers, ...extra])]
}

function resolve(mover: Mover, facts: DealFacts): Moving {
  switch (mover) {
    case 'creator':
      return facts.creator
    case 'counterparty':
      return otherParty(facts.creator)
    case 'complainant':
      return facts.dispute?.complainant ?? 'payer'
    case 'respondent':
      return otherParty(facts.dispute?.complainant ?? 'payer')
    default:
      return mover
  }
}
