/** A deal right after a move, as those are told of it whom the move concerns. */
import type { Parts } from '../../../core/charges.ts'
import { type Moving, whoseMove } from '../../../core/lifecycle/allowed.ts'
import type { DealFacts, Decision, FeeFate } from '../../../core/lifecycle/facts.ts'
import { isTerminal, type Party, type Status } from '../../../core/lifecycle/states.ts'

export interface After {
  readonly from: Status | null
  readonly status: Status
  readonly dueAt: number | null
  readonly move: readonly Moving[]
  readonly isHeld: boolean
  /** Who got what of the hold; null while it stays or when there is none. */
  readonly paid: Parts | null
  readonly fees: Readonly<Record<Party, { readonly fate: FeeFate | null; readonly isDue: boolean }>>
  readonly feePaise: number
  readonly complainant: Party | null
}

export type Move = Pick<Decision, 'from' | 'next' | 'hold' | 'fees'>

/** A deal as it is, for who tells of it without a move. */
export const standing = (facts: DealFacts): After =>
  afterOf({ from: facts.status, next: facts, hold: null, fees: { payer: null, payee: null } })

export function afterOf({ from, next, hold, fees }: Move): After {
  const fee = (party: Party) => ({ fate: fees[party], isDue: isFeeDue(next, party) })
  return {
    from,
    status: next.status,
    dueAt: next.dueAt,
    move: whoseMove(next),
    isHeld: next.fundedAt !== null && !isTerminal(next.status),
    paid: hold,
    fees: { payer: fee('payer'), payee: fee('payee') },
    feePaise: next.policy.disputeFeePaise,
    complainant: next.dispute?.complainant ?? null,
  }
}

const isFeeDue = ({ status, dispute, policy }: DealFacts, party: Party): boolean =>
  status === 'disputed' && dispute !== null && policy.disputeFeePaise > dispute.feePaidPaise[party]
