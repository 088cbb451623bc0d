/**
 * Registered sellers that a buyer chooses from, by business name. Everybody who is signed in may ask; the numbers are for
 * buyers, who make offers to them.
 */
import type { sellers } from '#core/contract/auth.ts'
import type { Answer, ListQuery } from '#core/contract/endpoint.ts'
import { maskedAccount } from '#core/upi.ts'
import type { Reads } from '#server/db/transaction.ts'
import { listSellers } from '#server/repositories/users.ts'
import { actsAs, type ListPage, type UserCtx } from '#server/services/context.ts'

export async function listSellersToChoose(
  ctx: UserCtx,
  reads: Reads,
  query: ListQuery,
): Promise<ListPage<Answer<typeof sellers>[number]>> {
  const which = { exceptId: ctx.user.id, areVerified: ctx.settings.verification === 'on' }
  const { rows, total } = await reads.beside(ctx.tx, (tx) => listSellers(tx, query, which))
  return {
    total,
    rows: rows.map(({ phone_number, business_name }) => ({
      phone_number: actsAs(ctx, 'Buyer') ? phone_number : maskedAccount(phone_number),
      business_name: business_name ?? '',
    })),
  }
}
