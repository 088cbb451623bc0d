/** Who decides about money is no party to it. */
import { Refusal } from '#core/errors.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import type { UserCtx } from '#server/services/context.ts'

/** Throws Refusal `forbidden` for the payer and the payee of the deal that the payout is of. */
export async function requireNoParty(
  { tx, user }: UserCtx,
  { deal_id, user_id }: Pick<PayoutRow, 'deal_id' | 'user_id'>,
): Promise<void> {
  const loaded = deal_id === null ? null : await findDeal(tx, deal_id)
  const parties = [user_id, loaded?.deal.payer_id, loaded?.deal.payee_id]
  if (parties.includes(user.id)) throw new Refusal('forbidden')
}
