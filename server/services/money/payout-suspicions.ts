/** What of a release looks like a theft or like money that goes in a circle. */
import type { HoldReason } from '#core/payout-holds.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { payoutVolume, sharedIdentity, sourcesOfDeal } from '#server/repositories/payout-suspicions.ts'
import type { PayoutTargetRow } from '#server/repositories/payout-targets.ts'
import type { Ctx } from '#server/services/context.ts'
import { addressHash } from './payout-address.ts'

type SuspectPayout = Pick<PayoutRow, 'id' | 'deal_id' | 'amount_paise'> & { readonly user_id: number }
type TargetIdentity = Pick<PayoutTargetRow, 'address_hash'>

/** What a thief or a money launderer would do: the team looks first. */
export async function suspicions(
  ctx: Ctx,
  payout: SuspectPayout,
  target: TargetIdentity,
): Promise<HoldReason[]> {
  const limits = ctx.settings.policy.payoutLimits
  const { id: payoutId, user_id: userId, amount_paise: amount } = payout
  const volume = await payoutVolume(ctx.tx, { payoutId, userId, now: ctx.now })
  const isFast =
    volume.day_paise + amount > limits.dayPaise ||
    volume.day_count >= limits.dayCount ||
    volume.hour_paise + amount > limits.hourPaise ||
    (volume.paid_count < limits.newPayeeCount && amount > limits.newPayeePaise)
  return [...(isFast ? (['velocity'] as const) : []), ...(await identityReasons(ctx, payout, target))]
}

async function identityReasons(
  ctx: Ctx,
  { deal_id, user_id: payeeId }: SuspectPayout,
  { address_hash: targetHash }: TargetIdentity,
): Promise<HoldReason[]> {
  const loaded = deal_id === null ? null : await findDeal(ctx.tx, deal_id)
  const payerId = loaded?.deal.payer_id
  if (deal_id === null || !payerId) return []
  const { shared, others } = await sharedIdentity(ctx.tx, { payerId, payeeId, targetHash })
  const sources = await sourcesOfDeal(ctx.tx, deal_id)
  const hashes = await Promise.all(sources.map((source) => addressHash(ctx, source)))
  const isSelf = shared || hashes.some((hash) => hash.equals(targetHash))
  // a family may share an account; three people are no family
  return [
    ...(isSelf ? (['self_deal'] as const) : []),
    ...(others >= 2 ? (['target_unverified'] as const) : []),
  ]
}
