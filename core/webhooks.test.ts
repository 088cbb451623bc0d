import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRANSITIONS } from './lifecycle/transitions.ts'
import { nextStepOf, RETRY_AFTER_MS, typesOfEvent, WEBHOOK_TYPES } from './webhooks.ts'

const HOUR = 3_600_000
const failed = (status: number | null, retryAfterMs: number | null = null) => ({
  status,
  problem: null,
  retryAfterMs,
})

describe('the types', () => {
  test('are those of the lifecycle, once each', () => {
    expect(new Set(WEBHOOK_TYPES).size).toBe(WEBHOOK_TYPES.length)
    for (const type of ['deal.proposed', 'deal.settled', 'deal.event.fund', 'deal.event.deliveryDue'])
      expect(WEBHOOK_TYPES).toContain(type)
  })
})

describe('an event of a deal', () => {
  const plain = { status: 'funded', isNewStatus: false, opensDispute: false } as const
  test.each([
    [{ ...plain, name: 'edit' }, ['deal.event.edit']],
    [{ ...plain, name: 'fund', isNewStatus: true }, ['deal.event.fund', 'deal.funded', 'payment.paid']],
    [{ ...plain, name: 'pay_fee' }, ['deal.event.pay_fee', 'payment.paid']],
    [
      { ...plain, name: 'decline_return', opensDispute: true },
      ['deal.event.decline_return', 'dispute.opened'],
    ],
    [{ ...plain, name: 'decide' }, ['deal.event.decide', 'dispute.decided']],
  ])('%j', (event, types) => expect(typesOfEvent(event)).toEqual(types))

  test('has types of the catalogue, whichever row of the lifecycle it is', () => {
    for (const { on, to, from, opens } of TRANSITIONS) {
      const name = 'action' in on ? on.action : on.lapse
      const event = { name, status: to, isNewStatus: from !== to, opensDispute: opens !== undefined }
      for (const type of typesOfEvent(event)) expect(WEBHOOK_TYPES).toContain(type)
    }
  })
})

describe('after a try', () => {
  test.each([200, 201, 204, 299])('%i is delivered', (status) => {
    expect(nextStepOf(failed(status), 1, 0)).toBe('delivered')
  })
  test.each([199, 300, 301, 302, 307, 400, 401, 404, 429, 500, 502, 504, null])(
    '%s is tried again',
    (status) => {
      expect(nextStepOf(failed(status), 1, 0)).toEqual({ waitMs: 5_000 })
    },
  )
  test('410 ends the endpoint', () => expect(nextStepOf(failed(410), 1, 0)).toBe('gone'))

  test('the waits are those of the table, and the tenth failure is the last', () => {
    const steps = Array.from({ length: 10 }, (_, i) => nextStepOf(failed(500), i + 1, 0))
    expect(steps).toEqual([...RETRY_AFTER_MS.map((waitMs) => ({ waitMs })), 'given_up'])
  })

  test('six hours down leave tries in reserve, whatever the jitter', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (jitter) => {
        let passedMs = 0
        let tries = 1
        while (passedMs <= 6 * HOUR) {
          const step = nextStepOf(failed(503), tries, jitter)
          if (typeof step === 'string') throw new Error(`${step} after ${passedMs} ms`)
          passedMs += step.waitMs
          tries += 1
        }
        expect(tries).toBeLessThan(RETRY_AFTER_MS.length)
      }),
    )
  })

  test('Retry-After is waited for, a day at most', () => {
    expect(nextStepOf(failed(429, 60_000), 1, 0)).toEqual({ waitMs: 60_000 })
    expect(nextStepOf(failed(503, 1_000), 1, 0)).toEqual({ waitMs: 5_000 })
    expect(nextStepOf(failed(503, 999 * HOUR), 1, 0)).toEqual({ waitMs: 24 * HOUR })
  })
})

describe('what failed together comes back apart', () => {
  test.each([
    [1, -1, 4_000],
    [1, 0, 5_000],
    [1, 1, 6_000],
    [2, 0.5, 330_000],
    [9, 1, 24 * HOUR],
    [9, -1, 19.2 * HOUR],
  ])('try %i with a jitter of %d waits %i ms', (tries, jitter, waitMs) => {
    expect(nextStepOf(failed(500), tries, jitter)).toEqual({ waitMs })
  })
})
