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

/** Nothing but the clock stands in the way. */
const REASONS_OF_TIME: readonly HoldReason[] = ['cooling', 'contact_changed']

/** Minutes at the payment provider, which every payout takes there: it is on its way. */
export const isWaiting = (reason: HoldReason): boolean => reason !== 'provider_hold'

interface HeldPayout {
  readonly status: (typeof EVERY_PAYOUT_STATUS)[number]
  readonly held_because: readonly HoldReason[]
  readonly held_until: Date | null
}

/** A try that failed for good, or whose end nobody knows: the team looks. */
const isStuck = ({ status }: HeldPayout): boolean => status === 'review'

/**
 * Whether what has not arrived yet of somebody's payouts waits, and until when if time alone ends it. Null: nothing waits. One
 * that came back is none of them: another was made in its place.
 */
export function waitOf(payouts: readonly HeldPayout[]): { readonly until: Date | null } | null {
  const open = payouts.filter(({ status }) => status !== 'paid' && status !== 'returned')
  const reasons = open.flatMap(({ held_because }) => held_because).filter(isWaiting)
  const isHeld = open.every(
    (payout) => isStuck(payout) || (payout.status === 'held' && payout.held_because.some(isWaiting)),
  )
  if (open.length === 0 || !isHeld) return null
  const ends = open.map(({ held_until }) => held_until?.getTime() ?? Number.NaN)
  const isOfTime = !open.some(isStuck) && reasons.every((reason) => REASONS_OF_TIME.includes(reason))
  const last = Math.max(...ends)
  return { until: isOfTime && !Number.isNaN(last) ? new Date(last) : null }
}

const NOT_FOR_PARTIES: readonly HoldReason[] = ['velocity', 'self_deal', 'four_eyes', 'taken_back']

/** What the parties are told: not what would teach a thief the limits. */
export const reasonsForParties = (reasons: readonly HoldReason[]): (HoldReason | 'team_check')[] => [
  ...new Set(reasons.map((reason) => (NOT_FOR_PARTIES.includes(reason) ? 'team_check' : reason))),
]
