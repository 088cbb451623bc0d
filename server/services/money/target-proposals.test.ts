/** For which payouts two Admins may name a target: those of deleted accounts that have nowhere to go. */
import { describe, expect, it } from 'vitest'
import { needsNamedTarget } from './target-proposals.ts'

type Payout = Parameters<typeof needsNamedTarget>[0]
const payout = (over: Partial<Payout>): Payout => ({
  ...{ status: 'held', purpose: 'release', hold_of: null, held_because: ['no_target'], target_id: null },
  ...{ is_deleted: true, has_failed: false },
  ...over,
})
const cameBack = { held_because: ['returned'] as Payout['held_because'] }

describe('a target is named', () => {
  it.each<[string, Partial<Payout>, boolean]>([
    ['for a release without one', {}, true],
    ['for a stray amount without one', { purpose: 'stray' }, true],
    ['while its owner is there', { is_deleted: false }, false],
    ['for what came back from one', { ...cameBack, target_id: 't' }, true],
    ['for what came back from its source', { ...cameBack, purpose: 'refund' }, false],
    ['for what waits for another thing', { held_because: ['velocity'], target_id: 't' }, false],
    ['for what one has refused', { status: 'review', has_failed: true, target_id: 't' }, true],
    ['for what its source has refused', { status: 'review', has_failed: true }, false],
    ['for what may still be paid', { status: 'review', target_id: 't' }, false],
    ['for what is on its way', { status: 'queued', held_because: [], target_id: 't' }, false],
    ['for a release that the provider holds', { hold_of: 'h' }, false],
    ['for a refund of what the provider holds', { hold_of: 'h', purpose: 'refund' }, true],
  ])('%s', (_name, over, isNeeded) => expect(needsNamedTarget(payout(over))).toBe(isNeeded))
})
