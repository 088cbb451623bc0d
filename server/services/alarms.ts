/**
 * What is wrong under this process just now, and what that stops. Raised by the watchers in jobs/, asked wherever
 * money moves or a deadline lapses. Reads go on, whatever is raised.
 */
import { Refusal } from '../../core/errors.ts'

/** `unchecked`: verify() has not spoken yet. `books`: it found something. `disk`: all but full. `clock`: it leapt. */
export type Cause = 'unchecked' | 'books' | 'disk' | 'clock'

const STOP_MONEY: readonly Cause[] = ['unchecked', 'books', 'disk']
const raised = new Map<Cause, string>()

/** True when it was not raised before. */
export function raiseAlarm(cause: Cause, words: string): boolean {
  const isNew = !raised.has(cause)
  raised.set(cause, words)
  return isNew
}

/** True when it was raised. */
export const clearAlarm = (cause: Cause): boolean => raised.delete(cause)

export const alarms = (): readonly { cause: Cause; words: string }[] =>
  [...raised].map(([cause, words]) => ({ cause, words }))

/** The one guard in front of the ledger: a 503 that changes nothing, to be asked again later. */
export function requireMoney(): void {
  if (STOP_MONEY.some((cause) => raised.has(cause))) throw new Refusal('unavailable')
}

/** Whether time may decide about a deal. A clock that leapt would end complaint windows that still run. */
export function requireClock(): void {
  if (raised.has('clock')) throw new Refusal('unavailable')
}

/** A lapse moves money by the clock, so it needs both. */
export const mayLapse = (): boolean => raised.size === 0
