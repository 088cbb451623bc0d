/** The figures of spec §1, §4 and §9, by hand, and what an operator may set in their place. */
import { describe, expect, it } from 'vitest'
import { HOLIDAYS } from './business-days.ts'
import { DEFAULT_POLICY, readPolicy } from './policy.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

it('the house rules are those of the spec', () => {
  expect(DEFAULT_POLICY).toEqual({
    offerValidityMs: 7 * DAY_MS,
    unresponsivenessMs: 2 * DAY_MS,
    trackingWindowMs: 48 * HOUR_MS,
    deliveryDueBusinessDays: 10,
    complaintWindowMs: { shopping: 12 * HOUR_MS, services: 24 * HOUR_MS },
    claimedDeliveryWindowMs: 2 * DAY_MS,
    unprovenDeliveryWindowMs: 7 * DAY_MS,
    returnWindowMs: 8 * DAY_MS,
    returnCourierPaise: { min: 80_00, max: 120_00 },
    mutualResolutionMs: 10 * DAY_MS,
    mutualReminderMs: 5 * DAY_MS,
    decisionLimitMs: 30 * DAY_MS,
    claimBusinessDays: 2,
    twoDecideFromPaise: 25_000_00,
    disputeFeePaise: 50_00,
    cancellationFeeBasisPoints: 2_500,
    commissionFreeCancellationBasisPoints: 2_500,
    commissionBasisPoints: { shopping: 0, services: 500 },
    maxAmountDigits: 5,
    maxChangeRequests: 3,
    changesTimeMs: 5 * DAY_MS,
    handoverTries: 5,
    payoutTargetCoolingMs: 24 * HOUR_MS,
    payoutTargetCoolingAfterResetMs: 72 * HOUR_MS,
    payoutLimits: {
      ...{ dayPaise: 1_00_000_00, dayCount: 10, newPayeeCount: 3 },
      ...{ newPayeePaise: 25_000_00, hourPaise: 10_00_000_00, fourEyesPaise: 50_000_00 },
    },
    milestones: false,
    calendar: { saturday: 'off', holidays: HOLIDAYS },
  })
})

describe('an operator', () => {
  it('who says nothing has the house rules', () => {
    expect(readPolicy(undefined)).toEqual(DEFAULT_POLICY)
    expect(readPolicy(null)).toEqual(DEFAULT_POLICY)
    expect(readPolicy({ complaintWindowMs: {}, returnCourierPaise: {}, calendar: {} })).toEqual(
      DEFAULT_POLICY,
    )
  })
  it('changes one figure and keeps the others', () => {
    const { returnWindowMs, complaintWindowMs, ...others } = readPolicy({
      returnWindowMs: 3 * DAY_MS,
      complaintWindowMs: { services: DAY_MS / 2 },
    })
    expect(returnWindowMs).toBe(3 * DAY_MS)
    expect(complaintWindowMs).toEqual({ shopping: 12 * HOUR_MS, services: 12 * HOUR_MS })
    expect({ ...DEFAULT_POLICY, ...others }).toEqual(DEFAULT_POLICY)
  })
})

const SPANS = [
  'offerValidityMs',
  'unresponsivenessMs',
  'trackingWindowMs',
  'claimedDeliveryWindowMs',
  'unprovenDeliveryWindowMs',
  'returnWindowMs',
  'mutualResolutionMs',
  'mutualReminderMs',
  'decisionLimitMs',
  'changesTimeMs',
] as const
const MAX_SPAN = 366 * DAY_MS
/** Where a figure ends: least, most. */
const LIMITS: readonly (readonly [
  name: string,
  of: (value: unknown) => object,
  least: number,
  most: number,
])[] = [
  ...SPANS.map((name) => [name, (value: unknown) => ({ [name]: value }), 1, MAX_SPAN] as const),
  ['complaintWindowMs shopping', (value) => ({ complaintWindowMs: { shopping: value } }), 1, MAX_SPAN],
  ['complaintWindowMs services', (value) => ({ complaintWindowMs: { services: value } }), 1, MAX_SPAN],
  ['deliveryDueBusinessDays', (value) => ({ deliveryDueBusinessDays: value }), 1, 90],
  ['twoDecideFromPaise', (value) => ({ twoDecideFromPaise: value }), 0, Number.MAX_SAFE_INTEGER],
  ['disputeFeePaise', (value) => ({ disputeFeePaise: value }), 0, Number.MAX_SAFE_INTEGER],
  ['returnCourierPaise min', (value) => ({ returnCourierPaise: { min: value } }), 0, Number.MAX_SAFE_INTEGER],
  ['returnCourierPaise max', (value) => ({ returnCourierPaise: { max: value } }), 0, Number.MAX_SAFE_INTEGER],
  ['cancellationFeeBasisPoints', (value) => ({ cancellationFeeBasisPoints: value }), 0, 10_000],
  ['the free share', (value) => ({ commissionFreeCancellationBasisPoints: value }), 0, 10_000],
  ['commission of shopping', (value) => ({ commissionBasisPoints: { shopping: value } }), 0, 10_000],
  ['commission of services', (value) => ({ commissionBasisPoints: { services: value } }), 0, 10_000],
  ['maxAmountDigits', (value) => ({ maxAmountDigits: value }), 1, 7],
  ['maxChangeRequests', (value) => ({ maxChangeRequests: value }), 0, 20],
  ['handoverTries', (value) => ({ handoverTries: value }), 1, 20],
]

describe('a figure stays within its bounds', () => {
  it.each(LIMITS)('%s', (_, of, least, most) => {
    for (const value of [least, most]) expect(() => readPolicy(of(value))).not.toThrow()
    for (const value of [least - 1, most + 1, least + 0.5, String(least), null])
      expect(() => readPolicy(of(value))).toThrow()
  })
  it.each([
    ['milestones are not built', { milestones: true }],
    ['a Saturday that no calendar knows', { calendar: { saturday: 'half' } }],
    ['a holiday that is no day', { calendar: { holidays: ['2026-02-30'] } }],
  ])('%s', (_, overrides) => expect(() => readPolicy(overrides)).toThrow())
  it.each(['off', 'bank', 'on'])('Saturdays may be %s', (saturday) => {
    expect(readPolicy({ calendar: { saturday } }).calendar).toEqual({ saturday, holidays: HOLIDAYS })
  })
})
