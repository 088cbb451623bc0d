import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { quietLog } from '#server/log.ts'
import { alarms, clearAlarm, mayLapse, raiseAlarm } from '#server/services/circuit-breaker.ts'
import type { TrustedClock } from '#server/services/wall-clock.ts'
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

const parts = { runInTransaction: (() => Promise.reject(new Error('not asked'))) as never, log: quietLog }
const DAY = 24 * 60 * MINUTE

/** A machine with its clocks, a database that remembers, and the process that looks at them. */
function world({ trustedAtMs = 0 } = {}) {
  const clocks = { at: 0, ahead: 0 }
  const memory: { clock: TrustedClock } = { clock: { trustedAtMs, jumpMs: null } }
  const process = (steadyFrom = 0) =>
    guardClock(
      parts,
      { wall: async () => clocks.at + clocks.ahead, steady: () => clocks.at - steadyFrom },
      {
        read: async () => memory.clock,
        trust: async (wallMs) => {
          memory.clock = { trustedAtMs: wallMs, jumpMs: null }
          return null
        },
        doubt: async (jumpMs) => {
          memory.clock = { ...memory.clock, jumpMs }
        },
      },
    )
  return { clocks, memory, process }
}

describe('the look before a round of deadlines', () => {
  afterEach(() => {
    clearAlarm('clock_jumped')
  })
  test('stops the lapses by an alarm, and lets them go on once the clock is back', async () => {
    const { clocks, process } = world()
    const look = process()
    await look()
    expect(mayLapse()).toBe(true)
    clocks.at += 1_000
    clocks.ahead = 2 * MINUTE
    await look()
    expect(mayLapse()).toBe(false)
    expect(alarms()).toEqual([{ cause: 'clock_jumped', words: expect.stringContaining('jumped by 120 s') }])
    // set right only after longer than it had jumped
    clocks.at += 10 * MINUTE
    await look()
    expect(mayLapse()).toBe(false)
    clocks.ahead = 0
    await look()
    expect(mayLapse()).toBe(true)
  })

  test('while an alarm stops money no time counts as looked at: it is given back when that ends', async () => {
    const { clocks, memory, process } = world()
    const look = process()
    await look()
    raiseAlarm('ledger_invalid', 'a test')
    clocks.at += 30 * MINUTE
    await look()
    expect(memory.clock.trustedAtMs).toBe(0)
    clearAlarm('ledger_invalid')
    clocks.at += MINUTE
    await look()
    expect(memory.clock.trustedAtMs).toBe(31 * MINUTE)
  })

  test('a restart does not accept a clock that has jumped', async () => {
    const { clocks, process } = world()
    const look = process()
    await look()
    clocks.at += 1_000
    clocks.ahead = DAY
    await look()
    clearAlarm('clock_jumped')
    clocks.at += MINUTE
    const again = process(clocks.at)
    await again()
    expect(mayLapse()).toBe(false)
    clocks.at += MINUTE
    clocks.ahead = 0
    await again()
    expect(mayLapse()).toBe(true)
  })

  test('an operator accepts it: the process that waits goes on by it', async () => {
    const { clocks, memory, process } = world()
    const look = process()
    await look()
    clocks.at += 1_000
    clocks.ahead = DAY
    await look()
    expect(mayLapse()).toBe(false)
    memory.clock = { trustedAtMs: clocks.at + DAY, jumpMs: null }
    clocks.at += 1_000
    await look()
    expect(mayLapse()).toBe(true)
    clocks.at += 1_000
    await look()
    expect(mayLapse()).toBe(true)
  })
})

describe('the first look of a process', () => {
  afterEach(() => {
    clearAlarm('clock_jumped')
  })

  test('a clock that was set back while the service was off is seen at the start, until it has caught up', async () => {
    const { clocks, process } = world({ trustedAtMs: DAY })
    const look = process()
    await look()
    expect(mayLapse()).toBe(false)
    clocks.ahead = DAY
    await look()
    expect(mayLapse()).toBe(true)
  })

  test('a service that was off for days is not in doubt', async () => {
    const { clocks, process } = world()
    clocks.at = 5 * DAY
    await process()()
    expect(mayLapse()).toBe(true)
  })

  test('what it has trusted is kept each minute, not each second', async () => {
    const { clocks, memory, process } = world()
    const look = process()
    clocks.at = 1_000
    await look()
    clocks.at = 30_000
    await look()
    expect(memory.clock.trustedAtMs).toBe(1_000)
    clocks.at = 61_000
    await look()
    expect(memory.clock.trustedAtMs).toBe(61_000)
  })
})

/** The clock is set wrong by a minute and more, is set right, time passes, and the server is started again. */
const step = fc.oneof(
  fc.record({ wait: fc.integer({ min: 1, max: 3 * 60 * MINUTE }) }),
  fc.record({ ahead: fc.integer({ min: MINUTE + 1_000, max: 2 * 60 * MINUTE }) }),
  fc.record({ behind: fc.integer({ min: MINUTE + 1_000, max: 2 * 60 * MINUTE }) }),
  fc.constant({ right: true }),
  fc.constant({ restart: true }),
)

test('whatever a clock does, deadlines go by it only while it is right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      clearAlarm('clock_jumped')
      const { clocks, process } = world()
      let look = process()
      await look()
      for (const next of steps) {
        if ('wait' in next) clocks.at += next.wait
        if ('ahead' in next) clocks.ahead = next.ahead
        if ('behind' in next) clocks.ahead = -next.behind
        if ('right' in next) clocks.ahead = 0
        // a clock that was set back and has caught up cannot be told from a right one by a process that begins
        if ('restart' in next && clocks.ahead >= 0) {
          await look()
          look = process(clocks.at)
        }
        clocks.at += 1_000
        await look()
        expect(mayLapse()).toBe(clocks.ahead === 0)
      }
      clearAlarm('clock_jumped')
    }),
    { numRuns: 200 },
  )
})
