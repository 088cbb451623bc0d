/** A provider that answers nothing is left alone, but for one call now and then that sees whether it is back. */
import { MINUTE_MS } from './time.ts'

/** Calls in a row without an answer that are still taken for single ones. */
export const FAILURES_BEFORE_PAUSE = 3
const FIRST_PROBE_MS = 10_000
/** What waits is to be on its way some minutes after its return. */
export const LONGEST_PROBE_MS = 2 * MINUTE_MS

/** After so many calls in a row without an answer: how long until the next one. Null: the provider is not paused. */
export function probeWaitMs(failures: number): number | null {
  const above = failures - FAILURES_BEFORE_PAUSE
  return above < 0 ? null : Math.min(LONGEST_PROBE_MS, FIRST_PROBE_MS * 2 ** Math.min(above, 10))
}
