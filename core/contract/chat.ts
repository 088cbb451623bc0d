/** The chat of a deal: its parties and the team. Messages are numbered from 1 in each deal, without gaps. */
import { z } from 'zod'
import { proseField } from '#core/fields.ts'
import { dealFile } from './deals.ts'
import { endpoint, fieldErrors, formPkParams, iso, problem } from './endpoint.ts'

export const MAX_MESSAGE = 2000
export const MESSAGES_A_PAGE = 50

const message = z.object({
  id: z.int(),
  by: z.enum(['payer', 'payee', 'team']),
  name: z.string(),
  mine: z.boolean(),
  text: z.string(),
  at: iso,
  files: z.array(dealFile),
})
export type Message = z.output<typeof message>

/** What each side has read: the id of the last message, 0 for none. */
const readMarks = z.object({
  last: z.int(),
  unread: z.int(),
  read: z.object({ payer: z.int(), payee: z.int(), team: z.int() }),
})
export type ReadMarks = z.output<typeof readMarks>

const number = z.coerce.number().int().min(0).max(2_147_483_647)

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/messages',
  access: 'user',
  summary: 'Write to the others of a deal',
  params: formPkParams,
  body: z.object({
    text: proseField(1, MAX_MESSAGE),
    file_ids: z.array(z.string().max(64)).max(10).default([]),
  }),
  responses: { 201: message, 400: fieldErrors, 409: problem },
  perMinute: 60,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/messages',
  access: 'user',
  summary: 'The last 50 messages, oldest first; `before` and `after` an id: the 50 next to it on that side',
  params: formPkParams,
  query: z.object({
    before: number.optional(),
    after: number.optional(),
    limit: z.coerce.number().int().min(1).max(MESSAGES_A_PAGE).default(MESSAGES_A_PAGE),
  }),
  responses: { 200: z.array(message), 404: problem },
})

export const getReadMarks = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/messages/read',
  access: 'user',
  summary: 'How far each side has read, and how many messages I have not',
  params: formPkParams,
  responses: { 200: readMarks, 404: problem },
})

export const markRead = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/messages/read',
  access: 'user',
  summary: 'I have read up to this message; never goes back',
  params: formPkParams,
  body: z.object({ id: z.int({ error: 'numbers_only' }).min(0) }),
  responses: { 200: readMarks, 409: problem },
})

export const unreadMessages = endpoint({
  method: 'GET',
  path: '/api/messages/unread',
  access: 'user',
  summary: 'My deals that have messages I have not read',
  responses: {
    200: z.object({
      total: z.int(),
      deals: z.array(z.object({ form_pk: z.string(), unread: z.int() })),
    }),
  },
})

/**
 * Server-sent events of a deal, to be read with `fetch` (the token is in the Authorization header). Each carries
 * `id: <seq>.<message>`, the last event and the last message known to the stream; sent back as `Last-Event-ID`, what is
 * newer than it comes first.
 * - `ready` {seq, message}: what there was when the stream opened
 * - `deal` {seq, name}: the deal changed
 * - `message` {id}: a message came
 * - `read` {}: somebody has read (not numbered; ask for the marks)
 * - `payout` {}: a payout of the deal has another state (not numbered; ask for the deal)
 *
 * It answers text/event-stream, not JSON; 200 is left out on purpose.
 */
export const streamDeal = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/stream',
  access: 'user',
  isStream: true,
  summary: 'Server-sent events: the deal changed, a message came; `Last-Event-ID` resumes',
  params: formPkParams,
  bytes: 'text/event-stream',
  responses: { 404: problem, 429: problem },
  perMinute: 120,
})
