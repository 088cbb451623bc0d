/** How far a payout is, and why it waits. */
/** What a payout pays: of a deal's outcome, what is given back beside it, or what was paid without being due. */
export const PAYOUT_PURPOSES = ['release', 'refund', 'fee_back', 'tax_back', 'stray', 'suspense'] as const

export const PAYOUT_STATUSES = ['held', 'queued', 'sent', 'paid', 'failed', 'review', 'returned'] as const
/** `cancelled`: of money of nobody we know alone, which waits in suspense again. No deal has such a payout. */
export const EVERY_PAYOUT_STATUS = [...PAYOUT_STATUSES, 'cancelled'] as const

export const HOLD_REASONS = [
  'no_target',
  'target_unverified',
  'cooling',
  'frozen',
  'contact_changed',
  'velocity',
  'self_deal',
  'no_source',
  'returned',
  'four_eyes',
  'taken_back',
  'provider_hold',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Those that an Admin may lift from one payout once they have looked. The rest ends by itself or by its owner. */
export const REASONS_FOR_TEAM: readonly HoldReason[] = [
  'target_unverified',
  'velocity',
  'self_deal',
  'returned',
  'four_eyes',
  'taken_back',
]

/**
 * Those under which the money has no destination that can be used: whatever its owner sets next counts. A target that
 * only cools can be used soon: a thief with the password must not be able to put theirs in its place.
 */
export const REASONS_OF_TARGET: readonly HoldReason[] = ['no_target', 'target_unverified', 'returned']

const NOT_FOR_PARTIES: readonly HoldReason[] = ['velocity', 'self_deal', 'four_eyes', 'taken_back']

/** What the parties are told: not what would teach a thief the limits. */
export const reasonsForParties = (reasons: readonly HoldReason[]): (HoldReason | 'team_check')[] => [
  ...new Set(reasons.map((reason) => (NOT_FOR_PARTIES.includes(reason) ? 'team_check' : reason))),
]
