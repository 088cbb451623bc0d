/** Offer links: one item of a Seller, many Buyers, each of whom gets a deal of their own. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { LOCALES } from '#core/locale.ts'
import { offerLinkFields } from '#core/offer-fields.ts'
import { cursorPage, cursorQuery, endpoint, fieldErrors, iso, problem } from './endpoint.ts'

/** Of the stock null stands for as many as come. */
const fields = { ...offerLinkFields, stock: offerLinkFields.stock.nullable() }

const offer = {
  id: z.string(),
  link: z.string(),
  track: z.literal('shopping'),
  /** Rises with every change; a deal names the one that it was made under. */
  version: z.int(),
  title: z.string(),
  details: z.string(),
  amount: z.number(),
  amount_paise: z.int(),
  per_buyer: z.int(),
  /** The address of its picture. */
  photo: z.string().nullable(),
}
const offerLink = z.object({
  ...offer,
  /** Left to take; null stands for as many as come. */
  stock: z.int().nullable(),
  paused: z.boolean(),
  created_at: iso,
})
export type OfferLink = z.output<typeof offerLink>

/** What anybody may see: the shop, and nobody's name. */
const publicLink = z.object({
  ...offer,
  shop: z.string(),
  /** Deals of the shop that ended with the release. */
  deals_released: z.int(),
  /** Neither paused nor sold out. */
  available: z.boolean(),
})
export type PublicLink = z.output<typeof publicLink>

const linkParams = z.object({ id: z.string().max(64) })

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/links',
  access: 'user',
  scope: 'links:write',
  summary: 'My offer links, newest first',
  query: cursorQuery(30).extend({
    /** Pages of version 2026-11-01. */
    page: z.coerce.number().int().min(1).max(100_000).optional(),
    page_size: z.coerce.number().int().min(1).max(100).optional(),
  }),
  responses: { 200: cursorPage(offerLink), 400: problem },
})

export const createLink = endpoint({
  method: 'POST',
  path: '/api/links',
  access: 'user',
  scope: 'links:write',
  roles: ['Seller'],
  summary: 'A Seller offers one item to whoever opens the link',
  body: z.object({
    track: z.literal('shopping', { error: 'select' }),
    ...fields,
    details: fields.details.default(''),
    stock: fields.stock.default(null),
    per_buyer: fields.per_buyer.default(1),
  }),
  responses: { 201: offerLink, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 60,
})

export type LinksQuery = z.output<typeof listLinks.query>

export const getLink = endpoint({
  method: 'GET',
  path: '/api/links/:id',
  access: 'public',
  summary: 'An offer link as anybody sees it',
  params: linkParams,
  responses: { 200: publicLink, 404: problem },
})

export const changeLink = endpoint({
  method: 'PATCH',
  path: '/api/links/:id',
  access: 'user',
  scope: 'links:write',
  roles: ['Seller'],
  summary: 'The next version of my link. Deals that were made keep the version they were made under',
  params: linkParams,
  body: z
    .object({
      ...fields,
      paused: z.boolean({ error: 'select' }),
      /** Takes the picture off; another one is uploaded. */
      photo: z.null({ error: 'select' }),
    })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, { error: 'required' }),
  responses: { 200: offerLink, 400: fieldErrors, 404: problem },
})

export const uploadLinkPhoto = endpoint({
  method: 'POST',
  path: '/api/links/:id/photo',
  access: 'user',
  ignoresKey: true,
  scope: 'links:write',
  roles: ['Seller'],
  summary:
    'The picture of my link (multipart/form-data: one jpg, png or webp), in its next version. It is stored smaller, without place and camera data',
  params: linkParams,
  takes: 'files',
  responses: { 201: offerLink, 400: fieldErrors, 404: problem, 409: problem, 413: problem, 415: problem },
  perMinute: 20,
})

/** Answers the bytes, not JSON; 200 is left out on purpose. */
export const readLinkPhoto = endpoint({
  method: 'GET',
  path: '/api/links/:id/photos/:photo_id',
  access: 'public',
  summary: 'A picture that a version of the link shows or has shown',
  params: linkParams.extend({ photo_id: z.string().max(64) }),
  bytes: 'image/webp',
  responses: { 404: problem },
  perMinute: 600,
})

export const linkPoster = endpoint({
  method: 'GET',
  path: '/api/links/:id/poster.pdf',
  access: 'user',
  scope: 'links:write',
  roles: ['Seller'],
  summary: 'A page of A6 to print: the item, its price and a code to scan',
  params: linkParams,
  /** Without it, in the language of the account. */
  query: z.object({ lang: z.enum(LOCALES).optional() }),
  bytes: 'application/pdf',
  responses: { 404: problem },
  perMinute: 30,
})

export const takeLink = endpoint({
  method: 'POST',
  path: '/api/links/:id/take',
  access: 'user',
  roles: ['Buyer'],
  summary:
    'A Buyer takes one: a deal that both have agreed to, to be paid next. 409 when it is gone or paused',
  params: linkParams,
  body: z
    .object({
      /** The version that the Buyer has read; another one is refused with `stale_terms`. */
      version: z.int({ error: 'numbers_only' }).optional(),
    })
    .nullish(),
  responses: {
    201: z.object({
      form_pk: z.string(),
      link: z.string(),
      version: z.int(),
      status: z.enum(STATUSES),
      amount: z.number(),
      amount_paise: z.int(),
    }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})
