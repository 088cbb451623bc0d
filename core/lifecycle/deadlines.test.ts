/** Each state's deadline, of each track, from facts in which no two moments are the same. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import { sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { firstDeliveryDue, firstDeliveryDueAfter, stateDeadline } from './deadlines.ts'
import type { DealFacts } from './facts.ts'
import { LAPSES, type Status } from './states.ts'
import { TRANSITIONS } from './transitions.ts'

const ist = (text: string): number => Date.parse(`${text}+05:30`)
const ENTERED = ist('2026-11-20T12:00:00')
const DELIVERED = ENTERED - 3 * HOUR_MS
const FILED = ENTERED - 5 * HOUR_MS
const FUNDED = ist('2026-11-18T12:00:00')
const AGREED = ist('2026-12-10T18:00:00')

const factsIn = (status: Status, track: 'shopping' | 'services', over: Partial<DealFacts> = {}) =>
  sampleFacts({
    track,
    status,
    fundedAt: FUNDED,
    deliveredAt: DELIVERED,
    completionAt: track === 'services' ? AGREED : null,
    ...over,
  })
const inDispute = { dispute: sampleDispute({ filedAt: FILED }) }

describe('the deadline of', () => {
  it.each([
    ['proposed', 'shopping', {}, 'offerValidity', ENTERED + 7 * DAY_MS],
    ['agreed', 'services', {}, 'unresponsiveness', ENTERED + 2 * DAY_MS],
    ['funded', 'shopping', {}, 'trackingWindow', ENTERED + 48 * HOUR_MS],
    ['funded', 'services', {}, 'unresponsiveness', ENTERED + 2 * DAY_MS],
    // ten business days after the funding: 24 November is a holiday
    ['in_delivery', 'shopping', {}, 'deliveryDue', ist('2026-12-03T23:59:59.999')],
    ['in_delivery', 'services', {}, 'deliveryDue', AGREED + 2 * DAY_MS],
    ['in_delivery', 'shopping', { deliveryDueAt: ENTERED + 1 }, 'deliveryDue', ENTERED + 1],
    ['delivered', 'shopping', {}, 'complaintWindow', DELIVERED + 12 * HOUR_MS],
    ['delivered', 'services', {}, 'complaintWindow', DELIVERED + 24 * HOUR_MS],
    ['delivered', 'shopping', { deliveredAt: null }, 'complaintWindow', ENTERED + 12 * HOUR_MS],
    ['return_requested', 'shopping', {}, 'unresponsiveness', ENTERED + 2 * DAY_MS],
    ['returning', 'shopping', {}, 'returnWindow', DELIVERED + 8 * DAY_MS],
    ['returning', 'shopping', { deliveredAt: null }, 'returnWindow', ENTERED + 8 * DAY_MS],
    // ten business days after it was sent back, whatever the first delivery's date was
    [
      'return_in_transit',
      'shopping',
      { deliveryDueAt: ENTERED + 1 },
      'deliveryDue',
      ist('2026-12-07T23:59:59.999'),
    ],
    ['disputed', 'shopping', inDispute, 'unresponsiveness', FILED + 2 * DAY_MS],
    ['negotiating', 'services', inDispute, 'mutualResolution', FILED + 10 * DAY_MS],
    ['negotiating', 'services', {}, 'mutualResolution', ENTERED + 10 * DAY_MS],
    ['mediation', 'shopping', inDispute, 'decisionLimit', ENTERED + 30 * DAY_MS],
  ] as const)('%s in %s %j: %s', (status, track, over, event, at) => {
    expect(stateDeadline(factsIn(status, track, over), ENTERED)).toEqual({ event, at })
  })
  it.each(['declined', 'withdrawn', 'expired', 'refunded', 'released', 'cancelled', 'settled'] as const)(
    '%s: none, it has ended',
    (status) => expect(stateDeadline(factsIn(status, 'shopping'), ENTERED)).toBeNull(),
  )
  it('is that of the policy which the deal was agreed under', () => {
    const policy = { ...DEFAULT_POLICY, unresponsivenessMs: DAY_MS, deliveryDueBusinessDays: 1 }
    expect(stateDeadline(factsIn('agreed', 'services', { policy }), ENTERED)?.at).toBe(ENTERED + DAY_MS)
    const days = { ...policy, deliveryDueBusinessDays: 2 }
    expect(firstDeliveryDue(factsIn('funded', 'shopping', { policy: days }), FUNDED)).toBe(
      ist('2026-11-20T23:59:59.999'),
    )
  })
})

describe('what is counted from before leaves the time of an answer', () => {
  const soon = { ...DEFAULT_POLICY, deliveryDueBusinessDays: 1 }
  it.each([
    ['returning', 'shopping', { deliveredAt: ENTERED - 8.5 * DAY_MS }],
    ['returning', 'shopping', { deliveredAt: ENTERED - 7 * DAY_MS }],
    ['negotiating', 'services', { dispute: sampleDispute({ filedAt: ENTERED - 20 * DAY_MS }) }],
    ['in_delivery', 'shopping', { policy: soon }],
    ['in_delivery', 'shopping', { fundedAt: ENTERED - 30 * DAY_MS }],
  ] as const)('%s in %s %j', (status, track, over) => {
    expect(stateDeadline(factsIn(status, track, over), ENTERED)?.at).toBe(ENTERED + 2 * DAY_MS)
  })
})

describe('after it stood still, the first delivery is due', () => {
  const still = 20 * DAY_MS
  it.each([
    // ten business days after the funding and the 20 days
    ['shopping', {}, ist('2026-12-22T23:59:59.999')],
    ['services', {}, AGREED + still + 2 * DAY_MS],
    ['services', { completionAt: null }, ENTERED + 2 * DAY_MS],
    ['services', { completionAt: FUNDED - still }, ENTERED + 2 * DAY_MS],
  ] as const)('in %s %j', (track, over, at) => {
    expect(firstDeliveryDueAfter(factsIn('funded', track, { dueAt: ENTERED, ...over }), still)).toBe(at)
  })
})

describe('the first delivery is due', () => {
  it('from the moment itself when nothing was agreed or funded', () => {
    expect(firstDeliveryDue(factsIn('funded', 'services', { completionAt: null }), ENTERED)).toBe(
      ENTERED + 2 * DAY_MS,
    )
    expect(firstDeliveryDue(factsIn('funded', 'shopping', { fundedAt: null }), ENTERED)).toBe(
      ist('2026-12-07T23:59:59.999'),
    )
  })
})

it('every deadline that has a name has a row that says what it does', () => {
  const inRows = TRANSITIONS.flatMap(({ on }) => ('lapse' in on ? [on.lapse] : []))
  expect([...new Set(inRows)].sort()).toEqual([...LAPSES].sort())
})
