/**
 * What a rail's answer proves of a payout, and when it is asked again. Only evidence ends a try: an answer that leaves it
 * open, or none, is no failure, and nothing is sent a second time on it.
 */
import { addBusinessDays, type Calendar } from '#core/business-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import type { OutFact, RailAnswer } from '#server/rails/rail.ts'

export type Evidence =
  | { readonly is: 'paid'; readonly providerRef: string }
  /** `isFinal`: the same order would fail again. `isEnded`: the provider had taken it, and says that it moves no money. */
  | { readonly is: 'failed'; readonly detail: string; readonly isFinal: boolean; readonly isEnded?: boolean }
  /** Nothing was done, for a reason that is the operator's: it counts as no try. */
  | { readonly is: 'unsent'; readonly detail: string }
  | { readonly is: 'open'; readonly detail: string; readonly askAgainMs: number }

/** Nothing that could be used came back, or the provider takes nothing for now: the next call may fare no better. */
export const isUnanswered = ({ is, ...answer }: RailAnswer<unknown>): boolean =>
  is === 'unknown' || (is === 'refused' && 'retry' in answer && answer.retry === 'later')

/** How long the provider wants to be left alone, ms. 0: it has not said. */
export const retryAfterOf = (answer: RailAnswer<unknown>): number =>
  'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0

export function evidenceOf(answer: RailAnswer<OutFact | 'none'>): Evidence {
  if (answer.is === 'unknown') return { is: 'open', detail: answer.detail, askAgainMs: 0 }
  if (answer.is === 'refused') {
    const { detail, retry } = answer
    return retry === 'config'
      ? { is: 'unsent', detail }
      : { is: 'failed', detail, isFinal: retry !== 'later' }
  }
  const askAgainMs = answer.is === 'pending' ? answer.askAgainMs : 0
  const { facts } = answer
  if (facts === 'none') return { is: 'failed', detail: 'it never reached the provider', isFinal: false }
  return evidenceOfFact(facts, answer.is === 'pending', askAgainMs)
}

/** `returned` before anybody has heard of `done`: it went, came back, and was never booked. */
function evidenceOfFact(fact: OutFact, isPending: boolean, askAgainMs: number): Evidence {
  const detail = fact.detail ?? fact.state
  if (isPending || fact.state === 'pending') return { is: 'open', detail, askAgainMs }
  if (fact.state === 'done') return { is: 'paid', providerRef: fact.providerId }
  return { is: 'failed', detail, isFinal: true, isEnded: true }
}

/** Up to which age of a try, the next question is how far away. UPI and IMPS may stay open for three working days. */
const WAITS: readonly [untilMs: number, waitMs: number][] = [
  [10_000, 10_000],
  [40_000, 30_000],
  [160_000, 2 * MINUTE_MS],
  [760_000, 10 * MINUTE_MS],
  [DAY_MS, HOUR_MS],
]
const LATER_MS = 6 * HOUR_MS
const WORKING_DAYS = 5

/** Null: nobody knows after five working days, and a person asks. Real times, as all retries. */
export function nextQuestionMs(
  { sentAt, now }: { sentAt: number; now: number },
  askAgainMs: number,
  calendar: Calendar,
): number | null {
  if (now > addBusinessDays(sentAt, WORKING_DAYS, calendar)) return null
  const waitMs = WAITS.find(([untilMs]) => now - sentAt < untilMs)?.[1] ?? LATER_MS
  return Math.max(waitMs, askAgainMs)
}
