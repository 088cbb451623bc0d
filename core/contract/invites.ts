/** Offers that wait until their seller has joined. The invitation is sent by the buyer; we send nothing to the number. */
import { z } from 'zod'
import { shoppingFields } from '#core/offer-fields.ts'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'

const inviteFields = shoppingFields.omit({ cpty_company: true })
export type InviteFields = z.output<typeof inviteFields>

/** A picture that waits with the form. */
export const waitingPhoto = z.object({ id: z.string(), name: z.string() })
export type WaitingPhoto = z.output<typeof waitingPhoto>

const invite = z.object({
  id: z.string(),
  title: z.string(),
  amount_paise: z.int(),
  photos: z.array(waitingPhoto),
  phone_number: z.string(),
  /** A Seller has the number now, as the search of sellers would show. */
  business_name: z.string().nullable(),
  /** Of the offer that was sent from it. */
  form_pk: z.string().nullable(),
  /** What to send them: where a Seller signs up. It says nothing of the deal. */
  link: z.string(),
  created_at: iso,
  expires_at: iso,
})
export type Invite = z.output<typeof invite>

const byId = z.object({ id: z.string().max(64) })

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/invites',
  access: 'user',
  roles: ['Buyer'],
  summary: 'An offer that waits for the Seller with this number to join; at most 20 at a time',
  body: inviteFields,
  responses: { 201: invite, 400: fieldErrors, 409: problem },
  perMinute: 20,
})

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/invites',
  access: 'user',
  summary: 'My offers that wait for their Seller, newest first',
  responses: { 200: z.array(invite) },
})

export const uploadInvitePhotos = endpoint({
  method: 'POST',
  path: '/api/invites/:id/photos',
  access: 'user',
  roles: ['Buyer'],
  summary:
    'Pictures for an offer that waits (multipart/form-data: jpg, png, webp, 25 MB each, 8 in all); terms of the offer that is sent',
  params: byId,
  takes: 'files',
  responses: {
    201: z.array(waitingPhoto),
    400: fieldErrors,
    404: problem,
    409: problem,
    413: problem,
    415: problem,
  },
  perMinute: 60,
})

/** Answers the bytes, not JSON; 200 is left out on purpose. */
export const readInvitePhoto = endpoint({
  method: 'GET',
  path: '/api/invites/:id/photos/:photo_id',
  access: 'user',
  summary: 'One of them made smaller, without place and camera data',
  params: byId.extend({ photo_id: z.string().max(64) }),
  bytes: 'image/webp',
  responses: { 404: problem },
  perMinute: 600,
})

export const sendInvite = endpoint({
  method: 'POST',
  path: '/api/invites/:id/send',
  access: 'user',
  roles: ['Buyer'],
  summary: 'Send the offer to the Seller who has joined; 409 while nobody has, and for one that was sent',
  params: byId,
  responses: { 200: z.object({ form_pk: z.string() }), 400: fieldErrors, 404: problem, 409: problem },
})

export const withdrawInvite = endpoint({
  method: 'DELETE',
  path: '/api/invites/:id',
  access: 'user',
  summary: 'Forget an offer that waits',
  params: byId,
  responses: { 204: nothing, 404: problem },
})
