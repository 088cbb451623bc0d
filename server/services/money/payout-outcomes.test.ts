/** Of which payouts the outcome is anybody's guess, so that two Admins may say it. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import type { UserCtx } from '#server/services/context.ts'
import { isOutcomeUnknown } from './payout-outcomes.ts'

const ctx = { settings: { policy: DEFAULT_POLICY } } as unknown as UserCtx
type Payout = Parameters<typeof isOutcomeUnknown>[1]
const payout = (over: Partial<Payout>): Payout => ({
  ...{ status: 'sent', by_hand: true, has_failed: false, sent_at: new Date(Date.now() - 14 * DAY_MS) },
  ...over,
})

describe('the outcome of a payout', () => {
  it.each<[string, Partial<Payout>, boolean]>([
    ['with the team, and no failure is proved', { status: 'review', by_hand: false }, true],
    ['with the team, by hand', { status: 'review' }, true],
    ['with the team, and it has failed', { status: 'review', has_failed: true }, false],
    ['given to a person two weeks ago', {}, true],
    ['given to a person just now', { sent_at: new Date() }, false],
    ['given to a person yesterday', { sent_at: new Date(Date.now() - DAY_MS) }, false],
    ['of no time that is known', { sent_at: null }, false],
    ['sent to a provider two weeks ago', { by_hand: false }, false],
    ['not sent yet', { status: 'queued' }, false],
    ['paid', { status: 'paid' }, false],
  ])('%s', (_name, over, isUnknown) => expect(isOutcomeUnknown(ctx, payout(over))).toBe(isUnknown))
})
