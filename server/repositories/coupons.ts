import { type Insertable, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { CouponTable } from '#server/db/tables.ts'
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
    .where(
      // an offer keeps the coupon that it was made with, also when it is changed after the coupon's time
      sql<boolean>`((coupon.off_at is null and coalesce(coupon.valid_from <= product_now(), true)
          and coalesce(coupon.valid_until > product_now(), true))
        or exists (select from deal d where d.id = ${editedDealId} and d.coupon_id = coupon.id))`,
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

export interface TeamCouponRow {
  readonly id: number
  readonly code: string
  readonly max_uses: number | null
  readonly valid_from: Date | null
  readonly valid_until: Date | null
  readonly off_at: Date | null
  readonly uses: number
  readonly people: readonly { readonly id: number; readonly name: string }[]
}

/** With what was made of each; offers that came to nothing are no use of it. */
const withUses = (tx: Tx) =>
  tx.selectFrom('coupon').select([
    ...(['id', 'code', 'max_uses', 'valid_from', 'valid_until', 'off_at'] as const),
    sql<number>`(select count(*) from deal d where d.coupon_id = coupon.id
        and d.status not in ('declined', 'withdrawn', 'expired'))`.as('uses'),
    sql<TeamCouponRow['people']>`coalesce((select json_agg(json_build_object('id', u.id,
          'name', u.first_name || ' ' || u.last_name) order by u.id)
        from coupon_holder h join app_user u on u.id = h.user_id where h.coupon_id = coupon.id), '[]')`.as(
      'people',
    ),
  ])

export const findTeamCoupon = (tx: Tx, id: number): Promise<TeamCouponRow | undefined> =>
  withUses(tx).where('id', '=', id).executeTakeFirst()

export async function listCoupons(
  tx: Tx,
  query: ListQuery,
): Promise<{ rows: TeamCouponRow[]; total: number }> {
  const rows = await withUses(tx)
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

/** False when there is none. */
export async function setCouponOff(tx: Tx, id: number, offAt: Date | null): Promise<boolean> {
  const row = await tx
    .updateTable('coupon')
    .set({ off_at: offAt })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined when the code exists. */
export const insertCoupon = (
  tx: Tx,
  values: Pick<Insertable<CouponTable>, 'code' | 'created_by' | 'max_uses' | 'valid_from' | 'valid_until'>,
) =>
  tx
    .insertInto('coupon')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
