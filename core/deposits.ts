/** Money that comes for a pay-in: when it is due, and what it counts as. Read from the lifecycle's table. */
import type { Status } from './lifecycle/states.ts'
import { type Action, TRANSITIONS } from './lifecycle/transitions.ts'

/** Of a deal: the amount that is to be held, or a party's dispute fee. */
export type PayInPurpose = 'amount' | 'fee'

const BY_PAYMENT: Readonly<Record<PayInPurpose, Action>> = { amount: 'fund', fee: 'pay_fee' }

/** Whether the table moves a deal of this status by such a payment. */
export const isPayable = (purpose: PayInPurpose, status: Status): boolean =>
  TRANSITIONS.some(({ from, on }) => from === status && 'action' in on && on.action === BY_PAYMENT[purpose])

/** As due, or why not: nothing but `applied` and `over` moves the deal, and what is more or stray goes back. */
export type DepositOutcome = 'applied' | 'short' | 'over' | 'double' | 'late'

interface DuePayIn {
  /** `paid` and `closed` decide; one that has failed may still be paid. */
  readonly status: string
  /** The deal can still take it (`isPayable`). */
  readonly isDue: boolean
  readonly amountPaise: number
}

/** What `receivedPaise` for this pay-in count as. */
export function depositOutcome(
  { status, isDue, amountPaise }: DuePayIn,
  receivedPaise: number,
): DepositOutcome {
  if (status === 'paid') return 'double'
  if (status === 'closed' || !isDue) return 'late'
  if (receivedPaise < amountPaise) return 'short'
  return receivedPaise > amountPaise ? 'over' : 'applied'
}
