import { sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Those that this user may use now. An offer that is edited does not count against itself. */
const usableBy = (tx: Tx, userId: number, editedDealId: string | null = null) =>
  tx
    .selectFrom('coupon')
    .select(['coupon.id', 'coupon.code'])
    .where(
      sql<boolean>`(not exists (select from coupon_holder h where h.coupon_id = coupon.id)
        or exists (select from coupon_holder h where h.coupon_id = coupon.id and h.user_id = ${userId}))`,
    )
    .where(
      sql<boolean>`(coupon.max_uses is null or coupon.max_uses > (
        select count(*) from deal d
         where d.coupon_id = coupon.id and d.id is distinct from ${editedDealId}
           and d.status not in ('declined', 'withdrawn', 'expired')))`,
    )

interface CouponUse {
  readonly id: string
  readonly userId: number
  readonly editedDealId: string | null
}

/** Until the commit nobody else uses it: two offers at once would both find the last use. */
export async function claimCoupon(tx: Tx, { id, userId, editedDealId }: CouponUse) {
  if (!/^\d{1,15}$/.test(id)) return undefined
  await sql`select pg_advisory_xact_lock(hashtextextended('coupon ' || ${id}::text, 7))`.execute(tx)
  return usableBy(tx, userId, editedDealId).where('coupon.id', '=', Number(id)).executeTakeFirst()
}

export const findUsableCoupon = (tx: Tx, userId: number, code: string) =>
  usableBy(tx, userId).where('coupon.code', '=', code).executeTakeFirst()

export const listUsableCoupons = (tx: Tx, userId: number) =>
  usableBy(tx, userId).orderBy('coupon.id', 'desc').limit(100).execute()

export const insertCouponHolders = (tx: Tx, couponId: number, userIds: readonly number[]) =>
  tx
    .insertInto('coupon_holder')
    .values(userIds.map((user_id) => ({ coupon_id: couponId, user_id })))
    .execute()

export async function listCoupons(tx: Tx, query: ListQuery) {
  const rows = await tx
    .selectFrom('coupon')
    .select(['id', 'code'])
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await tx
    .selectFrom('coupon')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Undefined when the code exists. */
export const insertCoupon = (
  tx: Tx,
  values: { code: string; created_by: number | null; max_uses?: number | null },
) =>
  tx
    .insertInto('coupon')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
