/**
 * Where a payout goes, and whether it may go now. A release goes to the payee's target as it was when the money was
 * released; a refund to the account that this very deposit came from, and where nobody knows it to the payer's own target
 * once two Admins agree. Everything that speaks against it is a reason to hold.
 */

import { parseAccountAddress } from '#core/account-address.ts'
import { type HoldReason, REASONS_FOR_TEAM, REASONS_OF_TARGET } from '#core/payout-holds.ts'
import { isOwnName } from '#core/payout-targets.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { isTakenBack, type PayoutDestination } from '#server/repositories/payout-holds.ts'
import { findCurrentTarget, findTarget, type PayoutTargetRow } from '#server/repositories/payout-targets.ts'
import { isTargetConfirmed } from '#server/repositories/second-person.ts'
import { isTargetApproved } from '#server/repositories/target-checks.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import { isTargetNeeded } from '#server/services/authorisation.ts'
import type { Ctx } from '#server/services/context.ts'
import { judgeHeldRelease } from './judge-held-release.ts'
import { suspicions } from './payout-suspicions.ts'
import { isHoldReady } from './provider-holds.ts'

export type JudgedPayout = Pick<
  PayoutRow,
  | 'id'
  | 'deal_id'
  | 'user_id'
  | 'purpose'
  | 'amount_paise'
  | 'destination'
  | 'destination_sealed'
  | 'target_id'
  | 'by_hand'
  | 'by_transfer'
  | 'held_because'
  | 'approved'
  | 'hold_of'
>

type OwnedPayout = JudgedPayout & { readonly user_id: number }

export interface PayoutVerdict extends PayoutDestination {
  readonly reasons: readonly HoldReason[]
  /** When time alone may end the hold. */
  readonly heldUntil: Date | null
  readonly approved: readonly string[]
}

/** `isAccount`: a bank account, as a file of payouts has them. */
type Destination = Omit<PayoutVerdict, 'approved'> & { readonly isAccount: boolean }

/** What speaks for and against a payout, of its owner and of its deal. */
interface JudgementReadings {
  readonly user: UserRow | undefined
  readonly target: PayoutTargetRow | undefined
  readonly wasTakenBack: boolean
}

interface JudgeOptions {
  /** The last destination has failed, so only what the owner has set now counts. */
  readonly mustRetarget?: boolean
  /** Of a caller that has read them in this transaction. */
  readonly readings?: JudgementReadings
}

export async function readForJudgement(
  { tx }: Pick<Ctx, 'tx'>,
  payout: Pick<OwnedPayout, 'id' | 'deal_id' | 'user_id' | 'target_id' | 'held_because'>,
  { mustRetarget = false }: Pick<JudgeOptions, 'mustRetarget'> = {},
): Promise<JudgementReadings> {
  const [user, target, wasTakenBack] = await Promise.all([
    findUser(tx, payout.user_id),
    targetFor(tx, payout, mustRetarget),
    isTakenBack(tx, payout),
  ])
  return { user, target, wasTakenBack }
}

export async function judgePayout(
  ctx: Ctx,
  judged: JudgedPayout,
  { mustRetarget = false, readings }: JudgeOptions = {},
): Promise<PayoutVerdict> {
  if (judged.user_id === null) return judgeStranger(judged)
  const payout = { ...judged, user_id: judged.user_id }
  const { user, target, wasTakenBack } = readings ?? (await readForJudgement(ctx, payout, { mustRetarget }))
  if (!user) throw new Error(`payout ${judged.id} without its owner`)
  const account = accountReasons(ctx, user)
  const verdict = await destinationOf(ctx, { payout, user, target })
  const isWaiting = payout.hold_of !== null && !(await isHoldReady(ctx, payout.hold_of))
  const waiting: HoldReason[] = isWaiting ? ['provider_hold'] : []
  // what was approved was approved for that destination
  const approved = verdict.target_id === payout.target_id ? payout.approved : []
  const takenBack: HoldReason[] = wasTakenBack ? ['taken_back'] : []
  const objections = [
    ...account.reasons,
    ...verdict.reasons,
    ...largeReasons(ctx, payout, verdict),
    ...takenBack,
    ...waiting,
  ]
  const reasons = [...new Set(objections)].filter(
    (reason) => !(REASONS_FOR_TEAM.includes(reason) && approved.includes(reason)),
  )
  const moments = [account.until, verdict.heldUntil].flatMap((at) => (at ? [at.getTime()] : []))
  const heldUntil = reasons.length > 0 && moments.length > 0 ? new Date(Math.min(...moments)) : null
  const { destination, destination_sealed, target_id } = verdict
  return { destination, destination_sealed, target_id, approved, reasons, heldUntil }
}

/** Two Admins have typed and confirmed where it goes: what speaks against it is that it came back from there. */
function judgeStranger(payout: JudgedPayout): PayoutVerdict {
  const { destination, destination_sealed, target_id, approved } = payout
  const cameBack = payout.held_because.includes('returned') && !approved.includes('returned')
  const reasons: readonly HoldReason[] = cameBack ? ['returned'] : []
  return { destination, destination_sealed, target_id, approved, reasons, heldUntil: null }
}

/** A file of payouts has its maker and its approver; whatever leaves another way wants two approvals of its own. */
function largeReasons(
  ctx: Ctx,
  { amount_paise, by_hand }: JudgedPayout,
  { isAccount }: Destination,
): HoldReason[] {
  const isLarge = amount_paise >= ctx.settings.policy.payoutLimits.fourEyesPaise
  return isTargetNeeded(ctx) && isLarge && !(by_hand && isAccount) ? ['four_eyes'] : []
}

/** `payouts_held_until` runs on real time: its rest is counted from now. */
function accountReasons(
  { now }: Ctx,
  { payouts_frozen_at, payouts_held_until }: UserRow,
): { reasons: HoldReason[]; until: Date | null } {
  const restMs = (payouts_held_until?.getTime() ?? 0) - Date.now()
  return {
    reasons: [
      ...(payouts_frozen_at ? (['frozen'] as const) : []),
      ...(restMs > 0 ? (['contact_changed'] as const) : []),
    ],
    until: restMs > 0 ? new Date(now + restMs) : null,
  }
}

/** A target of the sandbox's own, of which the last digits are those of the owner's number; nothing is paid to a number. */
const practiceAddress = ({ id, payment_number, phone_number }: UserRow): string =>
  `u${id}-${(payment_number ?? phone_number).slice(-4)}@sandbox`

const NOWHERE = {
  destination: null,
  destination_sealed: null,
  target_id: null,
  heldUntil: null,
  isAccount: false,
} as const

interface JudgedInput {
  readonly payout: OwnedPayout
  readonly user: UserRow
  readonly target: PayoutTargetRow | undefined
}

function destinationOf(ctx: Ctx, judged: JudgedInput): Destination | Promise<Destination> {
  const { purpose, hold_of } = judged.payout
  if (purpose !== 'release') return judgeRefund(ctx, judged)
  return hold_of === null ? judgeRelease(ctx, judged) : heldRelease(ctx, judged.payout, hold_of)
}

const heldRelease = async (ctx: Ctx, payout: OwnedPayout, hold: string): Promise<Destination> => ({
  ...NOWHERE,
  ...(await judgeHeldRelease(ctx, payout, hold)),
})

/**
 * With a target it is one whose source nobody knew, or could not take it back: its address is no source, however often it
 * is judged.
 */
function judgeRefund(ctx: Ctx, { payout, user, target }: JudgedInput): Destination {
  const { destination, target_id, by_transfer: isByTransfer } = payout
  const returned: HoldReason[] = payout.held_because.includes('returned') ? ['returned'] : []
  if (destination !== null && target_id === null && !isByTransfer) {
    const isAccount = parseAccountAddress(destination) !== null
    return { ...NOWHERE, destination, isAccount, reasons: returned }
  }
  if (!isTargetNeeded(ctx) && !isByTransfer)
    return { ...NOWHERE, destination: practiceAddress(user), reasons: returned }
  // a name that differs is a third person's account, and no Admin can make it the payer's
  if (!target || (target.bank_name !== null && !isStillTheirs(target, user)))
    return { ...withoutTarget(payout, user), reasons: [...returned, 'no_target'] }
  const unverified: HoldReason[] = isStillTheirs(target, user) ? [] : ['target_unverified']
  const place = placeOf(ctx, target)
  return { ...place, reasons: [...returned, ...unverified, ...place.reasons, 'four_eyes'] }
}

/** Of a deleted account the payout alone still says where it went: what its owner can no longer set is not forgotten. */
const withoutTarget = (
  { destination, destination_sealed, target_id }: OwnedPayout,
  { deleted_at }: UserRow,
): Omit<Destination, 'reasons'> =>
  deleted_at === null ? NOWHERE : { ...NOWHERE, destination, destination_sealed, target_id }

function placeOf(ctx: Ctx, target: PayoutTargetRow): Destination {
  const isCooling = target.usable_from.getTime() > ctx.now
  return {
    destination: target.address_masked,
    destination_sealed: target.address_sealed,
    target_id: target.id,
    isAccount: target.kind === 'bank',
    heldUntil: isCooling ? target.usable_from : null,
    reasons: isCooling ? ['cooling'] : [],
  }
}

/** A name is changed in a second: to that of a third person's account while it is set, and back. Of a deleted account there is none. */
function isStillTheirs({ name_matches, bank_name }: PayoutTargetRow, user: UserRow): boolean {
  if (!name_matches || bank_name === null || user.deleted_at !== null) return name_matches
  return isOwnName([`${user.first_name} ${user.last_name}`, user.business_name], bank_name)
}

/**
 * Where the bank tells no name, one Admin alone could pay a thief: two confirm a target, for all its payouts. Two who have
 * looked at the target itself speak for another name too.
 */
async function nameReasons(ctx: Ctx, target: PayoutTargetRow, user: UserRow): Promise<HoldReason[]> {
  if (isStillTheirs(target, user) || (await isTargetApproved(ctx.tx, target.id))) return []
  if (target.bank_name !== null) return ['target_unverified']
  return (await isTargetConfirmed(ctx.tx, target.id)) ? [] : ['target_unverified', 'four_eyes']
}

async function judgeRelease(ctx: Ctx, { payout, user, target }: JudgedInput): Promise<Destination> {
  const isPractice = !isTargetNeeded(ctx)
  const isReturned = payout.held_because.includes('returned')
  const returnedFrom = (targetId: string | null): HoldReason[] =>
    isReturned && targetId === payout.target_id ? ['returned'] : []
  if (!target) {
    if (isPractice) return { ...NOWHERE, destination: practiceAddress(user), reasons: returnedFrom(null) }
    const place = withoutTarget(payout, user)
    return { ...place, reasons: [...returnedFrom(place.target_id), 'no_target'] }
  }
  const returned = returnedFrom(target.id)
  const place = placeOf(ctx, target)
  return {
    ...place,
    reasons: [
      ...returned,
      ...(await nameReasons(ctx, target, user)),
      ...place.reasons,
      ...(isPractice ? [] : await suspicions(ctx, payout, target)),
    ],
  }
}

/** By its owner ("not me") or with a new password: it may be a thief's. One that was only replaced is as good as it was. */
export const isTakenOut = ({ retired_because }: PayoutTargetRow): boolean =>
  retired_because !== null && retired_because !== 'replaced'

/** The copy made at the release, unless it never was in use, or its owner has said that it is not theirs. */
async function targetFor(
  tx: Ctx['tx'],
  { user_id, target_id, held_because }: Pick<OwnedPayout, 'user_id' | 'target_id' | 'held_because'>,
  mustRetarget: boolean,
): Promise<PayoutTargetRow | undefined> {
  const isOpen = mustRetarget || held_because.some((reason) => REASONS_OF_TARGET.includes(reason))
  if (target_id !== null && !isOpen) {
    const copy = await findTarget(tx, target_id)
    if (copy && !isTakenOut(copy)) return copy
  }
  return findCurrentTarget(tx, user_id)
}
