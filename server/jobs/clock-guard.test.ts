import { afterEach, describe, expect, test } from 'vitest'
import { quietLog } from '#server/log.ts'
import { alarms, clearAlarm, mayLapse } from '#server/services/circuit-breaker.ts'
import { ClockGuard, guardClock } from './clock-guard.ts'

const MINUTE = 60_000

describe('between two rounds', () => {
  test.each([
    ['as much as the steady clock', 1_000, 1_000, 0],
    ['a minute more', 1_000 + MINUTE, 1_000, 0],
    ['more than a minute more', 1_001 + MINUTE, 1_000, MINUTE + 1],
    ['more than a minute less', -MINUTE, 1_000, -MINUTE - 1_000],
    ['hours, as long as the steady clock', 72 * 60 * MINUTE, 72 * 60 * MINUTE, 0],
  ])('%s', (_what, wall, steady, jump) => {
    const guard = new ClockGuard()
    guard.measureJump(5_000_000, 0)
    expect(guard.measureJump(5_000_000 + wall, steady)).toBe(jump)
  })

  test('a slow correction is no jump, however far it goes', () => {
    const guard = new ClockGuard()
    for (let round = 0; round < 100; round++) expect(guard.measureJump(round * 2_000, round * 1_000)).toBe(0)
  })

  test('stays in doubt until the clock is back', () => {
    const guard = new ClockGuard()
    guard.measureJump(0, 0)
    expect(guard.measureJump(100 * MINUTE, 1_000)).toBeGreaterThan(MINUTE)
    expect(guard.measureJump(100 * MINUTE + 1_000, 2_000)).toBeGreaterThan(MINUTE)
    expect(guard.measureJump(3_000, 3_000)).toBe(0)
  })
})

describe('the look before a round of deadlines', () => {
  afterEach(() => {
    clearAlarm('clock_jumped')
  })
  const clocks = { at: 0, ahead: 0 }
  const parts = { runInTransaction: (() => Promise.reject(new Error('not asked'))) as never, log: quietLog }
  const look = guardClock(parts, {
    wall: async () => clocks.at + clocks.ahead,
    steady: () => clocks.at,
  })

  test('stops the lapses by an alarm, and lets them go on once the clock is back', async () => {
    await look()
    expect(mayLapse()).toBe(true)
    clocks.at += 1_000
    clocks.ahead = 2 * MINUTE
    await look()
    expect(mayLapse()).toBe(false)
    expect(alarms()).toEqual([{ cause: 'clock_jumped', words: expect.stringContaining('jumped by 120 s') }])
    clocks.ahead = 0
    await look()
    expect(mayLapse()).toBe(true)
  })
})
