/** When a provider is paused, and when it is asked again. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FAILURES_BEFORE_PAUSE, LONGEST_PROBE_MS, probeWaitMs } from './outage.ts'

describe('after calls in a row without an answer', () => {
  it.each([
    [0, null],
    [2, null],
    [3, 10_000],
    [4, 20_000],
    [5, 40_000],
    [6, 80_000],
    [7, 120_000],
    [1_000_000, 120_000],
  ])('%i: the next one is %s ms away', (failures, waitMs) => expect(probeWaitMs(failures)).toBe(waitMs))
})

test('never sooner after more of them, and never later than the longest', () => {
  fc.assert(
    fc.property(fc.integer({ min: FAILURES_BEFORE_PAUSE, max: 5_000 }), (failures) => {
      const [waitMs, next] = [probeWaitMs(failures) ?? 0, probeWaitMs(failures + 1) ?? 0]
      expect(waitMs).toBeGreaterThan(0)
      expect(next).toBeGreaterThanOrEqual(waitMs)
      expect(next).toBeLessThanOrEqual(LONGEST_PROBE_MS)
    }),
  )
})
