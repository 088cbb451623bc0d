/** What happened to my deals, as told to me. The mails say the same. */
import { z } from 'zod'
import { endpoint, fieldErrors, iso, listQuery } from './endpoint.ts'

const notification = z.object({
  id: z.int(),
  form_pk: z.string().nullable(),
  /** What the deal is about. */
  about: z.string().nullable(),
  /** The event's name (`accept`, `complaintWindow`, …), `reminder`, `payout`, `stray`, `invite_joined` or `number_claimed`. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  at: iso,
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** The count of unread ones is in the header X-Unread-Count. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notices',
  access: 'user',
  summary: 'My notices, newest first; how many are unread is in X-Unread-Count',
  query: listQuery.extend({ unread: z.enum(['0', '1']).default('0') }),
  responses: { 200: z.array(notification) },
})

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  access: 'user',
  summary: 'Mark notices as read: those named, those of a deal, or all of mine',
  body: z
    .object({ ids: z.array(z.int()).max(1000).optional(), form_pk: z.string().max(64).optional() })
    .nullish(),
  responses: { 200: z.object({ unread: z.int() }), 400: fieldErrors },
})
