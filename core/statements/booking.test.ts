import { describe, expect, test } from 'vitest'
import { bookingOf } from './booking.ts'
import type { LineDecision, MatchOutcome } from './decision.ts'
import type { StatementLine } from './lines.ts'

const line = (dir: 'C' | 'D', amountPaise: number): StatementLine => ({
  ...{ date: '2026-11-02', valueDate: null, dir, amountPaise, balancePaise: 0, narration: '', ref: '' },
})
const decision = (outcome: MatchOutcome, tier: LineDecision['tier'] = 'matched') =>
  ({ tier, rule: 'C1', outcome, target: null, candidates: [], conflictsWith: [] }) as unknown as LineDecision
/** The one or two places that are not zero. */
const placesOf = (booking: object) => Object.entries(booking).filter(([, amount]) => amount !== 0)

describe('the money of a line goes', () => {
  test.each([
    ['into the hold', 'applied', 'C', 150_000, 150_000, [['heldPaise', 150_000]]],
    [
      'into the hold, and what is above it is owed',
      'over',
      'C',
      150_100,
      150_000,
      [
        ['heldPaise', 150_000],
        ['owedPaise', 100],
      ],
    ],
    ['to who paid too little', 'short', 'C', 149_999, 150_000, [['owedPaise', 149_999]]],
    ['to who paid twice', 'double', 'C', 150_000, 150_000, [['owedPaise', 150_000]]],
    ['to who paid too late', 'late', 'C', 150_000, null, [['owedPaise', 150_000]]],
    ['back to a payee', 'payout_returned', 'C', 150_000, null, [['returnedPaise', 150_000]]],
    ['out of what is owed', 'payout_paid', 'D', 150_000, null, [['paidOutPaise', -150_000]]],
    ['out of a deposit', 'deposit_reversed', 'D', 150_000, null, [['takenBackPaise', -150_000]]],
  ] as const)('%s', (_, outcome, dir, amount, due, places) => {
    expect(placesOf(bookingOf(line(dir, amount), decision(outcome), due))).toEqual(places)
  })

  test.each([
    ['suggested', 'C', [['suspensePaise', 500]]],
    ['unmatched', 'C', [['suspensePaise', 500]]],
    ['suggested', 'D', [['unexplainedPaise', -500]]],
    ['unmatched', 'D', [['unexplainedPaise', -500]]],
  ] as const)('to where it waits: %s, %s', (tier, dir, places) => {
    expect(placesOf(bookingOf(line(dir, 500), decision('applied', tier), 500))).toEqual(places)
  })
})
