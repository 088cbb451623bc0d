/** Coupons: the team creates them for everybody, for named people or for a number of uses; each sees those they may use. */
import type { createCoupon as endpoint } from '#core/contract/admin.ts'
import type { Answer, BodyOf, ListQuery } from '#core/contract/endpoint.ts'
import { invalid } from '#core/errors.ts'
import {
  findUsableCoupon,
  insertCoupon,
  insertCouponHolders,
  listCoupons,
  listUsableCoupons,
} from '#server/repositories/coupons.ts'
import { findUserByPhone } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type ListPage, sessionUser, type UserCtx } from '#server/services/context.ts'

export type Coupon = Answer<typeof endpoint>

const presentCoupon = ({ id, code }: { id: number; code: string }): Coupon => ({ id: String(id), code })

export async function listAllCoupons(ctx: Ctx, query: ListQuery): Promise<ListPage<Coupon>> {
  const { rows, total } = await listCoupons(ctx.tx, query)
  return { total, rows: rows.map(presentCoupon) }
}

/** Throws Refusal `invalid` when the code exists. */
export async function createCoupon(ctx: UserCtx, input: CouponInput): Promise<Coupon> {
  const { code, max_uses = null, phone_numbers = [] } = input
  const holders = await holdersOf(ctx, phone_numbers)
  const row = await insertCoupon(ctx.tx, { code, created_by: ctx.user.id, max_uses })
  if (!row) throw invalid({ code: ['coupon_taken'] })
  if (holders.length > 0) await insertCouponHolders(ctx.tx, row.id, holders)
  await recordAudit(ctx, {
    action: 'coupon_created',
    actor: ctx.user,
    subject: { type: 'coupon', id: row.id },
    after: { code, max_uses, holders },
  })
  return presentCoupon(row)
}

type CouponInput = Pick<BodyOf<typeof endpoint>, 'code' | 'max_uses'> & {
  readonly phone_numbers?: readonly string[] | undefined
}

/** Coupons are of offers of work: nobody else could use one. */
async function holdersOf(ctx: UserCtx, phones: readonly string[]): Promise<number[]> {
  const users = await Promise.all(phones.map((phone) => findUserByPhone(ctx.tx, phone)))
  const ids = users.flatMap((user) =>
    user && sessionUser(user).roles.includes('Service_Provider') ? [user.id] : [],
  )
  if (ids.length < phones.length) throw invalid({ phone_numbers: ['coupon_people'] })
  return [...new Set(ids)]
}

export const listMyCoupons = async (ctx: UserCtx): Promise<Coupon[]> =>
  (await listUsableCoupons(ctx.tx, ctx.user.id)).map(presentCoupon)

/** One of somebody else is answered like one that is not there. */
export const isUsableCoupon = async (ctx: UserCtx, code: string): Promise<boolean> =>
  (await findUsableCoupon(ctx.tx, ctx.user.id, code.trim().toUpperCase())) !== undefined
