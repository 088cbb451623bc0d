/** A Seller asks a Buyer for a deal: a filled form that binds nobody until the Buyer sends it as their own offer. */
import { z } from 'zod'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { shoppingFields } from '#core/offer-fields.ts'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'
import { byId, photoRead, photoUpload, waitingPhoto } from './waiting-photos.ts'

/** `cpty_phone` is the Buyer's. */
const requestFields = shoppingFields.omit({ cpty_company: true })
export type DealRequestFields = z.output<typeof requestFields>

const request = z.object({
  id: z.string(),
  /** Whether I asked, or am asked. */
  is_mine: z.boolean(),
  title: z.string(),
  amount_paise: z.int(),
  photos: z.array(waitingPhoto),
  /** There where the form had them. */
  details: z.string().optional(),
  condition: z.string().optional(),
  serial: z.string().optional(),
  listing_url: z.string().optional(),
  /** Of the other side: the Buyer's as the Seller typed it, the Seller's own. */
  phone_number: z.string(),
  /** The Seller who asks; null in what I asked, which tells nothing of who has the number. */
  business_name: z.string().nullable(),
  seller_name: z.string().nullable(),
  /** What to send the Buyer: it says nothing of the deal. */
  link: z.string(),
  created_at: iso,
  expires_at: iso,
})
export type DealRequest = z.output<typeof request>

export const createRequest = endpoint({
  method: 'POST',
  path: '/api/requests',
  access: 'user',
  roles: ['Seller'],
  summary:
    'Ask the Buyer with this number for a deal; answered alike whoever has the number, at most 20 at a time',
  body: requestFields,
  responses: { 201: request, 400: fieldErrors, 409: problem },
  perMinute: 20,
})

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  access: 'user',
  summary: 'Deals that I am asked for and that I asked for, newest first',
  responses: { 200: z.array(request) },
})

export const uploadRequestPhotos = photoUpload({
  at: '/api/requests/:id',
  role: 'Seller',
  summary:
    'Pictures for what I asked for (multipart/form-data: jpg, png, webp, 25 MB each, 8 in all); terms of the offer that the Buyer sends',
})

export const readRequestPhoto = photoRead({
  at: '/api/requests/:id',
  summary: 'One of them, for who asked and who is asked, made smaller, without place and camera data',
})

export const confirmRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:id/confirm',
  access: 'user',
  roles: ['Buyer'],
  summary:
    'Send what a Seller asked for as my offer, with the pictures that I name; they accept it as any other, and nothing is paid before',
  params: byId,
  body: z
    .object({
      /** The ids of the pictures that the Buyer was shown; others that wait are refused with `stale_terms`. */
      photos: z
        .array(z.string().max(64), { error: 'file' })
        .max(MAX_ITEM_PHOTOS, { error: 'file' })
        .default([]),
    })
    .nullish(),
  responses: { 200: z.object({ form_pk: z.string() }), 400: fieldErrors, 404: problem, 409: problem },
})

export const endRequest = endpoint({
  method: 'DELETE',
  path: '/api/requests/:id',
  access: 'user',
  summary: 'Take back what I asked for, or say no to what I am asked for',
  params: byId,
  responses: { 204: nothing, 404: problem },
})
