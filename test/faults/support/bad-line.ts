/** What a line to a provider does to calls and answers, and a provider whose clock is wrong. */
import type { Fault } from '#test/support/fakes/fake-provider.ts'
import type { Random } from './fault.ts'

const BAD_LINE: readonly (Fault['what'] | 'none')[] = [
  ...(['reset_before', 'reset_after', '500_before', '500_after', 'html_after', '429'] as const),
  ...Array.from({ length: 6 }, () => 'none' as const),
]
/** Half of the calls, or of their answers, are lost. */
export const badLine = (random: Random) => () => BAD_LINE[random(BAD_LINE.length)] ?? 'none'

const YEARS_S = 5 * 365 * 86_400
/** Unix seconds of a provider whose clock is years off, now in one direction and now in the other. */
export const wrongClock = (random: Random) => () =>
  Math.floor(Date.now() / 1_000) + random(2 * YEARS_S) - YEARS_S
