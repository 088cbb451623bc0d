/** Coupons: the team creates them; anybody may ask whether a code exists. */
import type { createCoupon as endpoint } from '#core/contract/admin.ts'
import type { Answer, ListQuery } from '#core/contract/endpoint.ts'
import { invalid } from '#core/errors.ts'
import { findCouponByCode, insertCoupon, listCoupons } from '#server/repositories/coupons.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, ListPage, UserCtx } from '#server/services/context.ts'

export type Coupon = Answer<typeof endpoint>

const presentCoupon = ({ id, code }: { id: number; code: string }): Coupon => ({ id: String(id), code })

export async function listAllCoupons(ctx: Ctx, query: ListQuery): Promise<ListPage<Coupon>> {
  const { rows, total } = await listCoupons(ctx.tx, query)
  return { total, rows: rows.map(presentCoupon) }
}

/** Throws Refusal `invalid` when the code exists. */
export async function createCoupon(ctx: UserCtx, code: string): Promise<Coupon> {
  const row = await insertCoupon(ctx.tx, { code, created_by: ctx.user.id })
  if (!row) throw invalid({ code: ['coupon_taken'] })
  await recordAudit(ctx, {
    action: 'coupon_created',
    actor: ctx.user,
    subject: { type: 'coupon', id: row.id },
    after: { code },
  })
  return presentCoupon(row)
}

export const couponExists = async (ctx: Ctx, code: string): Promise<boolean> =>
  (await findCouponByCode(ctx.tx, code.trim().toUpperCase())) !== undefined
