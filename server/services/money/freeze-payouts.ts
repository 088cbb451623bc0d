/**
 * "This was not me": all targets and the account at a provider go, everybody is signed out, and nothing is paid out until
 * the team has looked.
 */

import { Refusal } from '#core/errors.ts'
import { lockOwner, lockUser } from '#server/repositories/account.ts'
import { consumeAccountLink } from '#server/repositories/linked-accounts.ts'
import {
  consumeFreezeLink,
  findCurrentTarget,
  freezePayouts,
  takeOutTargets,
  unfreezePayouts,
} from '#server/repositories/payout-targets.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { notifyOfStop } from '#server/services/notifications/payout-holds.ts'
import { freezeQueuedOf, rejudgeHeldOf } from './queue-payout.ts'
import { takeOutAccount } from './take-out-account.ts'

/**
 * By the mailed token, once. Whichever mail it was in, nobody knows which of the person's targets are theirs: what waits
 * is paid to one that is set after this.
 */
export async function freezeByLink(ctx: Ctx, freezeHash: Buffer): Promise<boolean> {
  const target = await consumeFreezeLink(ctx.tx, freezeHash)
  const userId = target?.user_id ?? (await consumeAccountLink(ctx.tx, freezeHash))
  const user = userId === undefined ? undefined : await lockUser(ctx.tx, userId)
  if (!user) return false
  await freezePayouts(ctx.tx, user.id)
  const current = await findCurrentTarget(ctx.tx, user.id)
  await takeOutTargets(ctx.tx, user.id, { because: 'not_me', at: new Date(ctx.now) })
  const bank = await takeOutAccount(ctx, user.id, 'not_me')
  await deleteSessionsOf(ctx.tx, user.id)
  await freezeQueuedOf(ctx, user.id)
  await notifyOfStop(ctx, user)
  await recordAudit(ctx, {
    action: 'payouts_frozen',
    actor: null,
    subject: { type: 'user', id: user.id },
    before: { address: current?.address_masked ?? target?.address_masked, bank },
  })
  return true
}

/** The team has talked to the owner. What is held is judged anew: the target that was taken out stays out. */
export async function liftFreeze(ctx: UserCtx, userId: number): Promise<void> {
  const user = await lockOwner(ctx.tx, userId)
  if (!user) throw new Refusal('not_found')
  if (!user.payouts_frozen_at) throw new Refusal('wrong_state')
  await unfreezePayouts(ctx.tx, user.id)
  await recordAudit(ctx, {
    action: 'payouts_unfrozen',
    actor: ctx.user,
    subject: { type: 'user', id: user.id },
  })
  await rejudgeHeldOf(ctx, user.id)
}
