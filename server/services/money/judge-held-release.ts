/** A release of what a provider holds goes to the payee's account there, whose bank account the provider has checked. */
import { ACCOUNT_COOLING_MS, payeeWait } from '#core/payee-accounts.ts'
import type { HoldReason } from '#core/payout-holds.ts'
import { findLinkedAccount, type LinkedAccountRow } from '#server/repositories/linked-accounts.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { findProviderHold } from '#server/repositories/provider-holds.ts'
import { isTargetNeeded } from '#server/services/authorisation.ts'
import type { Ctx } from '#server/services/context.ts'
import { suspicions } from './payout-suspicions.ts'

type HeldRelease = Pick<PayoutRow, 'id' | 'deal_id' | 'amount_paise'> & { readonly user_id: number }

interface HeldVerdict {
  readonly destination: string
  readonly reasons: readonly HoldReason[]
  readonly heldUntil: Date | null
}

export async function judgeHeldRelease(ctx: Ctx, payout: HeldRelease, hold: string): Promise<HeldVerdict> {
  const row = await findProviderHold(ctx.tx, hold)
  if (!row) throw new Error(`payout ${payout.id} without its hold`)
  const destination = row.account_id
  const account = await findLinkedAccount(ctx.tx, payout.user_id)
  if (!account) return { destination, reasons: [], heldUntil: null }
  const standing = standingReasons(ctx, account)
  const name: readonly HoldReason[] = account.name_matches ? [] : ['target_unverified']
  const suspicious = isTargetNeeded(ctx) ? await suspicions(ctx, payout, account) : []
  return { destination, ...standing, reasons: [...standing.reasons, ...name, ...suspicious] }
}

/**
 * Between what was sent anew and its activation the provider may have a thief's bank account, or none. What it refuses or
 * has suspended it does not pay by itself, and nobody here could lift that; one that was taken out waits all the same.
 */
function standingReasons(ctx: Ctx, account: LinkedAccountRow): Omit<HeldVerdict, 'destination'> {
  const activatedAt = account.activated_at?.getTime() ?? null
  const wait = payeeWait({ state: account.state, activatedAt }, ctx.now)
  if (wait === null || (wait === 'refused' && account.taken_out_at === null))
    return { reasons: [], heldUntil: null }
  if (wait !== 'cooling' || activatedAt === null) return { reasons: ['no_target'], heldUntil: null }
  return { reasons: ['cooling'], heldUntil: new Date(activatedAt + ACCOUNT_COOLING_MS) }
}

/** Of a try that has failed: it is not made again while the account is not one that may be paid. */
export async function isHeldReleaseStopped(
  ctx: Ctx,
  { purpose, hold_of, user_id }: Pick<PayoutRow, 'purpose' | 'hold_of' | 'user_id'>,
): Promise<boolean> {
  if (purpose !== 'release' || hold_of === null || user_id === null) return false
  const account = await findLinkedAccount(ctx.tx, user_id)
  return account !== undefined && standingReasons(ctx, account).reasons.length > 0
}
