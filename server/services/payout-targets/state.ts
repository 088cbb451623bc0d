/** Where my money goes, as its owner sees it. */
import type { PayoutTarget, PayoutTargetState } from '#core/contract/payout-target.ts'
import { HOUR_MS, toIso } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { listTargets, type PayoutTargetRow, wasPasswordReset } from '#server/repositories/payout-targets.ts'
import { findUser } from '#server/repositories/users.ts'
import { isDeviceNew } from '#server/services/account/origins.ts'
import { isTargetNeeded } from '#server/services/authorisation.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'

const CAREFUL_DAYS = 7

/** How long a changed target waits: longer within a week of a new password, or of a new device on the account. */
export async function coolingMs(ctx: Ctx, userId: number): Promise<number> {
  const { payoutTargetCoolingMs, payoutTargetCoolingAfterResetMs } = ctx.settings.policy
  const isCareful =
    (await wasPasswordReset(ctx.tx, userId, CAREFUL_DAYS)) || (await isDeviceNew(ctx, userId, CAREFUL_DAYS))
  return isCareful ? Math.max(payoutTargetCoolingMs, payoutTargetCoolingAfterResetMs) : payoutTargetCoolingMs
}

export async function payoutTargetState(ctx: UserCtx): Promise<PayoutTargetState> {
  const [user, targets] = await Promise.all([findUser(ctx.tx, ctx.user.id), listTargets(ctx.tx, ctx.user.id)])
  return {
    needed: isTargetNeeded(ctx),
    current: targets.filter(({ retired_at }) => retired_at === null).map(presentTarget)[0] ?? null,
    earlier: targets.filter(({ retired_at }) => retired_at !== null).map(presentTarget),
    cooling_hours: (await coolingMs(ctx, ctx.user.id)) / HOUR_MS,
    frozen: user?.payouts_frozen_at != null,
    now: toIso(ctx.now),
  }
}

const presentTarget = (row: PayoutTargetRow): PayoutTarget => ({
  kind: row.kind,
  address: maskedAccount(row.address_masked),
  bank_name: row.bank_name,
  verified: row.name_matches,
  created_at: toIso(row.created_at.getTime()),
  usable_from: toIso(row.usable_from.getTime()),
  retired_at: row.retired_at && toIso(row.retired_at.getTime()),
})
