/**
 * Alarms of this process, and what each stops. Raised by the checks in jobs/, tested wherever money moves or a
 * deadline lapses. Reads go on, whatever is raised.
 */
import { Refusal } from '#core/errors.ts'
import type { Status } from '#core/lifecycle/states.ts'

/** `standby_missing`, `velocity` and `many_codes` stop nothing (the limits do); `shortfall` (other people's money is not all there) new pay-ins of deals' amounts alone. `ledger_unverified`: verify() has no result yet in this process. `ledger_invalid`: it reported problems. */
export const ALARM_CAUSES = [
  'ledger_unverified',
  'ledger_invalid',
  'disk_full',
  'clock_jumped',
  'standby_missing',
  'shortfall',
  'velocity',
  'many_codes',
] as const
export type AlarmCause = (typeof ALARM_CAUSES)[number]

/** Something is wrong; that the books are still being verified after a start is none of it. */
const FAULTS: readonly AlarmCause[] = ['ledger_invalid', 'disk_full']
const STOP_MONEY: readonly AlarmCause[] = ['ledger_unverified', ...FAULTS]
const raised = new Map<AlarmCause, string>()

/** True when it was not raised before. */
export function raiseAlarm(cause: AlarmCause, words: string): boolean {
  const isNew = !raised.has(cause)
  raised.set(cause, words)
  return isNew
}

/** True when it was raised. */
export const clearAlarm = (cause: AlarmCause): boolean => raised.delete(cause)

export const alarms = (): readonly { cause: AlarmCause; words: string }[] =>
  [...raised].map(([cause, words]) => ({ cause, words }))

const isAnyRaised = (causes: readonly AlarmCause[]): boolean => causes.some((cause) => raised.has(cause))

export const mayMoveMoney = (): boolean => !isAnyRaised(STOP_MONEY)

/** By a fault, and not for the moment after a start alone. */
export const isMoneyStopped = (): boolean => isAnyRaised(FAULTS)

/** Precedes every ledger write: a 503 that changed nothing, so the caller may retry. */
export function requireMoney(): void {
  if (!mayMoveMoney()) throw new Refusal('unavailable')
}

/**
 * Precedes every payment of a deal's amount: what comes in must not pay for what is missing. Refunds and payouts go on, and
 * so do fees of disputes: whoever could not pay theirs would lose the deal by its deadline.
 */
export function requireCover(): void {
  if (raised.has('shortfall')) throw new Refusal('pay_ins_stopped')
}

/** Whether a deal waits for an amount that nobody can pay: it is nobody's turn then. */
export const isPaymentPaused = ({ status }: { readonly status: Status }): boolean =>
  status === 'agreed' && raised.has('shortfall')

/** Precedes every decision by time: a clock that jumped ahead would end complaint windows early. */
export function requireClock(): void {
  if (raised.has('clock_jumped')) throw new Refusal('unavailable')
}

/** A lapse moves money by the clock, so it needs both. */
export const mayLapse = (): boolean => !isAnyRaised([...STOP_MONEY, 'clock_jumped'])
