/** Coupons: the team creates them for everybody, for named people or for a number of uses; each sees those they may use. */
import { commissionWithCoupon } from '#core/charges.ts'
import type { createCoupon as endpoint, TeamCoupon } from '#core/contract/admin.ts'
import type { BodyOf, ListQuery } from '#core/contract/endpoint.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { endOfIstDay, toIso } from '#core/time.ts'
import {
  findTeamCoupon,
  findUsableCoupon,
  insertCoupon,
  insertCouponHolders,
  listCoupons,
  listUsableCoupons,
  setCouponOff,
  type TeamCouponRow,
} from '#server/repositories/coupons.ts'
import { findUserByPhone } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type ListPage, sessionUser, type UserCtx } from '#server/services/context.ts'

interface Coupon {
  readonly id: string
  readonly code: string
}

const isoOf = (at: Date | null): string | null => at && toIso(at.getTime())

const presentCoupon = ({ id, code, valid_from, valid_until, off_at, ...row }: TeamCouponRow): TeamCoupon => ({
  ...{ id: String(id), code, max_uses: row.max_uses, uses: row.uses, people: [...row.people] },
  // of a whole: what the base does not cover is not given on top
  off_basis_points: WHOLE - commissionWithCoupon(WHOLE, code),
  ...{ from: isoOf(valid_from), until: isoOf(valid_until), off_at: isoOf(off_at) },
})
const WHOLE = 10_000

export async function listAllCoupons(ctx: Ctx, query: ListQuery): Promise<ListPage<TeamCoupon>> {
  const { rows, total } = await listCoupons(ctx.tx, query)
  return { total, rows: rows.map(presentCoupon) }
}

/** Throws Refusal `invalid` when the code exists, or when its last day is before its first. */
export async function createCoupon(ctx: UserCtx, input: CouponInput): Promise<TeamCoupon> {
  const { code, max_uses = null, phone_numbers = [], from, until } = input
  const valid_from = from === undefined ? null : new Date(`${from}T00:00:00+05:30`)
  const valid_until = until === undefined ? null : new Date(endOfIstDay(until) + 1)
  if (valid_until && valid_until.getTime() <= Math.max(ctx.now, valid_from?.getTime() ?? 0))
    throw invalid({ until: ['date_past'] })
  const holders = await holdersOf(ctx, phone_numbers)
  const values = { code, created_by: ctx.user.id, max_uses, valid_from, valid_until }
  const row = await insertCoupon(ctx.tx, values)
  if (!row) throw invalid({ code: ['coupon_taken'] })
  if (holders.length > 0) await insertCouponHolders(ctx.tx, row.id, holders)
  await recordAudit(ctx, {
    action: 'coupon_created',
    actor: ctx.user,
    subject: { type: 'coupon', id: row.id },
    after: { code, max_uses, holders, from, until },
  })
  return getCoupon(ctx, row.id)
}

export async function changeCoupon(ctx: UserCtx, id: number, isOff: boolean): Promise<TeamCoupon> {
  const before = await getCoupon(ctx, id)
  if ((before.off_at !== null) === isOff) return before
  await setCouponOff(ctx.tx, id, isOff ? new Date(ctx.now) : null)
  await recordAudit(ctx, {
    action: 'coupon_changed',
    actor: ctx.user,
    subject: { type: 'coupon', id },
    before: { off: !isOff },
    after: { off: isOff },
  })
  return getCoupon(ctx, id)
}

async function getCoupon(ctx: Ctx, id: number): Promise<TeamCoupon> {
  const row = await findTeamCoupon(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  return presentCoupon(row)
}

type CouponInput = Pick<BodyOf<typeof endpoint>, 'code' | 'max_uses' | 'from' | 'until'> & {
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

export async function listMyCoupons(ctx: UserCtx, code?: string): Promise<Coupon[]> {
  const rows = code
    ? [await findCoupon(ctx, code)].filter((row) => row !== undefined)
    : await listUsableCoupons(ctx.tx, ctx.user.id)
  return rows.map((row) => ({ id: String(row.id), code: row.code }))
}

/** One of somebody else is answered like one that is not there. */
export const isUsableCoupon = async (ctx: UserCtx, code: string): Promise<boolean> =>
  (await findCoupon(ctx, code)) !== undefined

const findCoupon = (ctx: UserCtx, code: string) =>
  findUsableCoupon(ctx.tx, ctx.user.id, code.trim().toUpperCase())
