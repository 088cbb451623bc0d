/** What an answer of a rail proves of a payout, and when it is asked next. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time.ts'
import type { OutFact, RailAnswer } from '#server/rails/rail.ts'
import { evidenceOf, isUnanswered, nextQuestionMs, retryAfterOf } from './evidence.ts'

const out = (state: OutFact['state'], detail: string | null = null): OutFact => ({
  ...{ kind: 'out', key: 'k', providerId: 'p1', state, detail },
})
const open = (detail: string, askAgainMs = 0) => ({ is: 'open', detail, askAgainMs })
const failed = (detail: string, isFinal: boolean) => ({ is: 'failed', detail, isFinal })

describe('of an answer', () => {
  it.each<[string, RailAnswer<OutFact | 'none'>, object]>([
    ['done', { is: 'done', facts: out('done') }, { is: 'paid', providerRef: 'p1' }],
    ['done, and still on its way', { is: 'done', facts: out('pending') }, open('pending')],
    [
      'done, and failed',
      { is: 'done', facts: out('failed', 'closed') },
      { ...failed('closed', true), isEnded: true },
    ],
    [
      'back before it was booked',
      { is: 'done', facts: out('returned') },
      { ...failed('returned', true), isEnded: true },
    ],
    ['never known', { is: 'done', facts: 'none' }, failed('it never reached the provider', false)],
    ['accepted', { is: 'pending', facts: out('done'), askAgainMs: 5_000 }, open('done', 5_000)],
    ['no answer', { is: 'unknown', detail: 'timed out' }, open('timed out')],
    ['busy', { is: 'refused', detail: '429', retry: 'later' }, failed('429', false)],
    ['refused for good', { is: 'refused', detail: '400', retry: 'never' }, failed('400', true)],
    ['refused under this key', { is: 'refused', detail: 'bank', retry: 'new_key' }, failed('bank', true)],
    ['wrong settings', { is: 'refused', detail: '401', retry: 'config' }, { is: 'unsent', detail: '401' }],
  ])('%s', (_name, answer, evidence) => expect(evidenceOf(answer)).toEqual(evidence))
})

describe('the next question', () => {
  const sentAt = Date.parse('2026-11-23T10:00:00+05:30')
  const waitAt = (ms: number, askAgainMs = 0) =>
    nextQuestionMs({ sentAt, now: sentAt + ms }, askAgainMs, DEFAULT_POLICY.calendar)
  it.each([
    [0, 10_000],
    [10_000, 30_000],
    [40_000, 2 * MINUTE_MS],
    [160_000, 10 * MINUTE_MS],
    [760_000, HOUR_MS],
    [24 * HOUR_MS, 6 * HOUR_MS],
  ])('%i ms after it was sent is %i ms away', (ms, waitMs) => expect(waitAt(ms)).toBe(waitMs))

  it('is not before the provider wants it', () => expect(waitAt(0, 60_000)).toBe(60_000))

  it('is the last one after five working days: the 23rd is a Monday, the 24th a holiday', () => {
    const lastMs = Date.parse('2026-12-01T23:59:59.999+05:30') - sentAt
    expect([waitAt(lastMs), waitAt(lastMs + 1)]).toEqual([6 * HOUR_MS, null])
  })
})

describe('a provider that is away', () => {
  it.each<[string, RailAnswer<unknown>, boolean, number]>([
    ['says nothing', { is: 'unknown', detail: '' }, true, 0],
    ['says nothing, and until when', { is: 'unknown', detail: '', retryAfterMs: 5_000 }, true, 5_000],
    ['takes nothing for now', { is: 'refused', detail: '', retry: 'later' }, true, 0],
    [
      'takes nothing for a while',
      { is: 'refused', detail: '', retry: 'later', retryAfterMs: 7_000 },
      true,
      7_000,
    ],
    ['has refused', { is: 'refused', detail: '', retry: 'never' }, false, 0],
    ['refuses our settings', { is: 'refused', detail: '', retry: 'config' }, false, 0],
    ['has done it', { is: 'done', facts: null }, false, 0],
    ['has accepted it', { is: 'pending', facts: null, askAgainMs: 9_000 }, false, 0],
  ])('%s', (_name, answer, isAway, waitMs) =>
    expect([isUnanswered(answer), retryAfterOf(answer)]).toEqual([isAway, waitMs]),
  )
})
