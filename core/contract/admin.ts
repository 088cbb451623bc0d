/** The team's calls: the grid of users of spec §2, the coupons and what needs the team. */
import { z } from 'zod'
import { couponCodeField, phoneField } from '#core/fields.ts'
import { parseMoment } from '#core/time.ts'
import { user } from './auth.ts'
import { EXPORT_FORMATS } from './deal-grid.ts'
import { endpoint, fieldErrors, iso, listQuery, orderingBy, problem } from './endpoint.ts'

export const USER_ORDERS = ['id', 'first_name', 'last_name', 'email', 'phone_number', 'user_type'] as const

export const gridUsers = endpoint({
  method: 'GET',
  path: '/api/auth/thirdview/users',
  access: 'admin',
  summary: 'All users, for the grid of Admins; a Mediator is refused, and a look is in the audit log',
  query: listQuery.extend({ ordering: orderingBy(USER_ORDERS) }),
  responses: { 200: z.array(user), 400: fieldErrors },
})

export const exportPeople = endpoint({
  method: 'POST',
  path: '/api/admin/people/export',
  access: 'admin',
  ignoresKey: true,
  secondFactor: 'recent',
  summary:
    'A file of the selected people, or of all that the search finds, newest first; X-Total-Count says how many rows come',
  body: z.object({
    format: z.enum(EXPORT_FORMATS, { error: 'select' }),
    search: listQuery.shape.search,
    /** Of these alone. */
    ids: z.array(z.int().positive()).min(1).max(1_000).optional(),
  }),
  // bytes, not JSON: 200 is left out on purpose
  bytes: 'application/octet-stream',
  responses: { 400: fieldErrors },
  perMinute: 10,
})

export const changeRole = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Make somebody of the team an Admin or a Mediator; never oneself. Ends their sessions',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 53 - 1),
  }),
  body: z.object({ role: z.enum(['Admin', 'Mediator'], { error: 'select' }) }),
  responses: { 200: user, 400: fieldErrors, 403: problem, 404: problem, 409: problem },
})

const coupon = z.object({
  id: z.string(),
  code: z.string(),
  /** Off the commission, of the amount. */
  off_basis_points: z.int(),
  max_uses: z.int().nullable(),
  /** Offers that came to nothing give theirs back. */
  uses: z.int(),
  /** Empty: for everybody. */
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  from: iso.nullable(),
  until: iso.nullable(),
  /** The team has stopped it; offers that have it keep it. */
  off_at: iso.nullable(),
})
export type TeamCoupon = z.output<typeof coupon>

export const listCoupons = endpoint({
  method: 'GET',
  path: '/api/admin/coupons',
  access: 'admin',
  summary: 'The team’s coupons: whom each is for, how often it was used, from when until when it counts',
  query: listQuery,
  responses: { 200: z.array(coupon) },
})

const day = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseMoment(text) !== null, { error: 'date' })

export const createCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/coupons',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Add a coupon: 2-10 characters ending in 00-50',
  body: z.object({
    code: couponCodeField,
    /** Left out: as often as anybody likes. */
    max_uses: z
      .int({ error: 'coupon_uses' })
      .min(1, { error: 'coupon_uses' })
      .max(100_000, { error: 'coupon_uses' })
      .nullish(),
    /** Left out: for everybody. */
    phone_numbers: z.array(phoneField).min(1).max(100).optional(),
    /** The first day, in India. Left out: at once. */
    from: day.optional(),
    /** The last day. Left out: for ever. */
    until: day.optional(),
  }),
  responses: { 201: coupon, 400: fieldErrors },
})

export const changeCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/coupons/:id',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Stop a coupon, or let it count again; offers that have it keep it',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ off: z.boolean({ error: 'required' }) }),
  responses: { 200: coupon, 400: fieldErrors, 404: problem },
})

/** Money that came late, twice, short or over, or from nobody we know; and payouts that need a person. */
export const attention = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'team',
  summary: 'What needs the team: stray money, failed payouts, the books',
  responses: {
    200: z.object({
      books: z.object({ sound: z.boolean(), checked_at: iso.nullable(), problems: z.array(z.string()) }),
      held_paise: z.int(),
      suspense_paise: z.int(),
      open_deals: z.int(),
      stray_payments: z.array(
        z.object({
          form_pk: z.string().nullable(),
          amount_paise: z.int(),
          kind: z.enum(['late', 'double', 'short', 'over', 'unknown']),
          at: iso,
        }),
      ),
      payouts_in_review: z.array(
        z.object({ id: z.string(), form_pk: z.string().nullable(), amount_paise: z.int(), at: iso }),
      ),
      mediations: z.array(z.object({ form_pk: z.string(), amount_paise: z.int(), due_at: iso.nullable() })),
      samples: z.array(z.string()),
    }),
  },
})
