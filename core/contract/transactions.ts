/** The spec's transaction calls: both forms, both previews, coupons (spec §7). */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { servicesFields, shoppingFields } from '#core/offer-fields.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const common = {
  form_pk: z.string(),
  link: z.string(),
  user_type: z.array(z.string()),
  amount: z.number(),
  amount_paise: z.int(),
  cpty_phone: z.string(),
  main_user_fname: z.string(),
  main_user_lname: z.string(),
  main_user_phone: z.string(),
  main_user_email: z.string(),
  status: z.enum(STATUSES),
  terms_version: z.int(),
  can_accept: z.boolean(),
  created_at: iso,
  /** There where the form had them. */
  details: z.string().optional(),
  condition: z.string().optional(),
  serial: z.string().optional(),
  listing_url: z.string().optional(),
  photos: z.array(z.object({ id: z.string(), sha256: z.string() })).optional(),
}

export const shoppingTransaction = z.object({
  ...common,
  service_details: z.string(),
  cpty_company: z.string(),
})
export type ShoppingTransaction = z.output<typeof shoppingTransaction>

export const servicesTransaction = z.object({
  ...common,
  cpty_full_name: z.string(),
  cpty_email: z.string().nullable(),
  deliverables: z.string(),
  payment_mode: z.string(),
  date_of_completion: iso,
  other_info: z.string(),
  cancellation_fee: z.number(),
  coupon_code: z.string().nullable(),
  commission: z.number(),
  commission_paise: z.int(),
  deliverable_list: z.array(z.object({ item: z.string(), count: z.int() })).optional(),
})
export type ServicesTransaction = z.output<typeof servicesTransaction>

const byFormPk = z.object({ form_pk: z.string({ error: 'required' }).max(64, { error: 'max:64' }) })

export const createShopping = endpoint({
  method: 'POST',
  path: '/api/transactions/shopping',
  access: 'user',
  scope: 'deals:write',
  roles: ['Buyer'],
  summary: 'A Buyer offers a deal to a registered Seller',
  body: shoppingFields,
  responses: { 201: shoppingTransaction, 400: fieldErrors },
})

export const createServices = endpoint({
  method: 'POST',
  path: '/api/transactions/services',
  access: 'user',
  scope: 'deals:write',
  roles: ['Service_Provider'],
  summary: 'A Service_Provider offers a deal to a Client',
  body: servicesFields,
  responses: { 201: servicesTransaction, 400: fieldErrors },
})

export const previewShopping = endpoint({
  method: 'GET',
  path: '/api/transactions/shopping',
  access: 'user',
  scope: 'deals:read',
  summary: 'The offer, for its creator, the Seller it names, and the team',
  query: byFormPk,
  isPageToo: true,
  responses: { 200: shoppingTransaction, 404: problem },
})

export const previewServices = endpoint({
  method: 'GET',
  path: '/api/transactions/services',
  access: 'user',
  scope: 'deals:read',
  summary: 'The offer, for its creator, the Client it names, and the team',
  query: byFormPk,
  isPageToo: true,
  responses: { 200: servicesTransaction, 404: problem },
})

export const coupons = endpoint({
  method: 'GET',
  path: '/api/transactions/coupons',
  access: 'user',
  scope: 'deals:read',
  roles: ['Service_Provider'],
  summary: 'Coupons that this Service_Provider may use: the latest hundred, or the one of a code',
  query: z.object({ coupon_code: z.string().max(40).optional() }),
  responses: { 200: z.array(z.object({ id: z.string(), code: z.string() })) },
})

/** What a program, and our form, knows the yes by (spec §7): the same in every language. */
export const COUPON_APPLIED = 'Coupon applied successfully!'

export const useCoupon = endpoint({
  method: 'GET',
  path: '/api/transactions/use-coupon',
  access: 'user',
  scope: 'deals:read',
  roles: ['Service_Provider'],
  summary: 'Whether a coupon code can be used; changes nothing',
  query: z.object({ coupon_code: z.string({ error: 'required' }).max(40, { error: 'max:40' }) }),
  responses: { 200: z.string() },
  perMinute: 20,
})
