import { sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { Tx } from '#server/db/transaction.ts'

export const findCoupon = (tx: Tx, id: string) =>
  /^\d{1,15}$/.test(id)
    ? tx.selectFrom('coupon').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : Promise.resolve(undefined)

export const findCouponByCode = (tx: Tx, code: string) =>
  tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst()

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
export const insertCoupon = (tx: Tx, values: { code: string; created_by: number | null }) =>
  tx
    .insertInto('coupon')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
