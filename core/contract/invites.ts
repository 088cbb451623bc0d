/** Offers that wait until their seller has joined. The invitation is sent by the buyer; we send nothing to the number. */
import { z } from 'zod'
import { shoppingFields } from '#core/offer-fields.ts'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'
import { byId, photoRead, photoUpload, waitingPhoto } from './waiting-photos.ts'

const inviteFields = shoppingFields.omit({ cpty_company: true })
export type InviteFields = z.output<typeof inviteFields>

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

export const uploadInvitePhotos = photoUpload({
  at: '/api/invites/:id',
  role: 'Buyer',
  summary:
    'Pictures for an offer that waits (multipart/form-data: jpg, png, webp, 25 MB each, 8 in all); terms of the offer that is sent',
})

export const readInvitePhoto = photoRead({
  at: '/api/invites/:id',
  summary: 'One of them made smaller, without place and camera data',
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
