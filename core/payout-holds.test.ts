import { describe, expect, test } from 'vitest'
import {
  HOLD_REASONS,
  type HoldReason,
  REASONS_FOR_TEAM,
  REASONS_OF_TARGET,
  reasonsForParties,
  waitOf,
} from './payout-holds.ts'

/** By hand: who can lift a reason, whether the next target counts, and what the parties are told. */
const REASONS = [
  ['no_target', 'owner', 'any target', 'no_target'],
  ['target_unverified', 'team', 'any target', 'target_unverified'],
  ['cooling', 'time', 'this target', 'cooling'],
  ['frozen', 'time', 'this target', 'frozen'],
  ['contact_changed', 'time', 'this target', 'contact_changed'],
  ['velocity', 'team', 'this target', 'team_check'],
  ['self_deal', 'team', 'this target', 'team_check'],
  ['no_source', 'time', 'this target', 'no_source'],
  ['returned', 'team', 'any target', 'returned'],
  ['four_eyes', 'team', 'this target', 'team_check'],
  ['taken_back', 'team', 'this target', 'team_check'],
  ['provider_hold', 'time or its owner', 'this target', 'provider_hold'],
] as const

describe('why a payout waits', () => {
  test('the table has every reason', () => {
    expect(REASONS.map(([reason]) => reason)).toEqual(HOLD_REASONS)
  })

  test.each(REASONS)('%s: lifted by %s, for %s, told as %s', (reason, lifter, target, words) => {
    expect(REASONS_FOR_TEAM.includes(reason)).toBe(lifter === 'team')
    expect(REASONS_OF_TARGET.includes(reason)).toBe(target === 'any target')
    expect(reasonsForParties([reason])).toEqual([words])
  })

  test('what the team looks at is said once', () => {
    expect(reasonsForParties(['velocity', 'cooling', 'self_deal'])).toEqual(['team_check', 'cooling'])
  })
})

describe('what the parties are told of a wait', () => {
  const [SOON, LATER] = [new Date('2026-12-01T12:00:00Z'), new Date('2026-12-02T12:00:00Z')]
  const held = (held_because: readonly HoldReason[], held_until: Date | null) =>
    ({ status: 'held', held_because, held_until }) as const
  const done = (status: 'paid' | 'queued' | 'sent' | 'review' | 'returned') =>
    ({ status, held_because: [], held_until: null }) as const

  test.each([
    ['nothing to send', [], null],
    ['on its way', [done('queued')], null],
    ['arrived', [done('paid')], null],
    ['a new target', [held(['cooling'], SOON)], { until: SOON }],
    [
      'the later of two',
      [done('paid'), held(['cooling'], SOON), held(['contact_changed'], LATER)],
      { until: LATER },
    ],
    ['time is not all', [held(['cooling', 'velocity'], SOON)], { until: null }],
    ['no target', [held(['no_target'], null)], { until: null }],
    ['came back, and another waits', [done('returned'), held(['returned'], null)], { until: null }],
    ['came back, and another has arrived', [done('returned'), done('paid')], null],
    ['failed, or nobody knows', [done('review')], { until: null }],
    ['failed, beside one that cools', [done('review'), held(['cooling'], SOON)], { until: null }],
    ['one of two is on its way', [held(['cooling'], SOON), done('sent')], null],
    ['minutes at the provider', [held(['provider_hold'], null)], null],
    ['a new account at the provider', [held(['provider_hold', 'cooling'], SOON)], { until: SOON }],
  ] as const)('%s', (_, payouts, wait) => expect(waitOf(payouts)).toEqual(wait))
})
