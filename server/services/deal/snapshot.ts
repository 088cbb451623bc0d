/** A deal right after a decision, as far as messages and documents speak of it. */
import type { PayoutParts } from '#core/charges.ts'
import { type Moving, whoseMove } from '#core/lifecycle/allowed.ts'
import type { DealFacts, Decision, FeeFate } from '#core/lifecycle/facts.ts'
import { lapseOutcome } from '#core/lifecycle/outcome.ts'
import { isTerminal, type Party, type Status } from '#core/lifecycle/states.ts'

/** Of the payee's part, for the State. */
interface WithheldShare {
  readonly tdsPaise: number
  readonly tcsPaise: number
}

export interface DealSnapshot {
  readonly from: Status | null
  readonly status: Status
  readonly dueAt: number | null
  /** How the deadline would split the hold; null where the money stays. */
  readonly lapseParts: PayoutParts | null
  readonly movers: readonly Moving[]
  readonly isHeld: boolean
  /** How the hold was split; null while it stays or when there is none. */
  readonly shares: PayoutParts | null
  readonly withheld: WithheldShare | null
  readonly fees: Readonly<Record<Party, { readonly fate: FeeFate | null; readonly isDue: boolean }>>
  readonly feePaise: number
  readonly complainant: Party | null
}

export type DecisionOutcome = Pick<Decision, 'from' | 'next' | 'hold' | 'fees'> & {
  /** What of the payee's part was withheld as tax. */
  readonly withheld?: WithheldShare | null
}

/** A deal as it is now, for a message that no decision led to. */
export const currentSnapshot = (facts: DealFacts): DealSnapshot =>
  snapshotAfter({ from: facts.status, next: facts, hold: null, fees: { payer: null, payee: null } })

export function snapshotAfter({ from, next, hold, fees, withheld = null }: DecisionOutcome): DealSnapshot {
  const fee = (party: Party) => ({ fate: fees[party], isDue: isFeeDue(next, party) })
  return {
    from,
    status: next.status,
    dueAt: next.dueAt,
    lapseParts: lapseOutcome(next)?.parts ?? null,
    movers: whoseMove(next),
    isHeld: next.fundedAt !== null && !isTerminal(next.status),
    shares: hold,
    withheld,
    fees: { payer: fee('payer'), payee: fee('payee') },
    feePaise: next.policy.disputeFeePaise,
    complainant: next.dispute?.complainant ?? null,
  }
}

const isFeeDue = ({ status, dispute, policy }: DealFacts, party: Party): boolean =>
  status === 'disputed' && dispute !== null && policy.disputeFeePaise > dispute.feePaidPaise[party]
