/** What happened to my deals, as told to me. The mails say the same. */
import { z } from 'zod'
import { endpoint, fieldErrors, iso, listQuery } from './endpoint.ts'

const notification = z.object({
  id: z.int(),
  form_pk: z.string().nullable(),
  /** What the deal is about. */
  about: z.string().nullable(),
  /** The event's name (`accept`, `complaintWindow`, …), `reminder`, `payout`, `stray`, `invite_joined`, `number_claimed` or `claim_refused`. */
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
  summary: 'What others did in my deals, newest first; how many are unread is in X-Unread-Count',
  query: listQuery.extend({ unread: z.enum(['0', '1']).default('0') }),
  responses: { 200: z.array(notification) },
})

export const countNotices = endpoint({
  method: 'GET',
  path: '/api/notices/count',
  access: 'user',
  summary:
    'How many notices are unread, and how much needs me: deals where it is my turn, and unread notices of no deal',
  responses: { 200: z.object({ unread: z.int(), needs_me: z.int() }) },
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

/** What others do in my deals, or only where it is my turn and where a deal ends. Mails about money and my account always come. */
export const NOTICE_MAILS = ['all', 'turn'] as const
export type NoticeMail = (typeof NOTICE_MAILS)[number]

const hour = z.int({ error: 'number' }).min(0, { error: 'min:0' }).max(23, { error: 'max:23' })
const noticeSettings = z.object({
  mail: z.enum(NOTICE_MAILS, { error: 'select' }),
  /** Hours of India in which mails about deals wait; null where none were chosen, and reminders wait by night. */
  quiet: z.object({ from: hour, until: hour }).nullable(),
  /** Others' moves by WhatsApp too; null where that is not offered, or not to a number that is not proved. */
  whatsapp: z.boolean().nullable(),
})
export type NoticeSettings = z.output<typeof noticeSettings>

export const readNoticeSettings = endpoint({
  method: 'GET',
  path: '/api/account/notices',
  access: 'user',
  summary: 'Which mails about deals I get, and in which hours they wait',
  responses: { 200: noticeSettings },
})

export const setNoticeSettings = endpoint({
  method: 'POST',
  path: '/api/account/notices',
  access: 'user',
  summary: 'Choose them; mails about money and about the account itself always come at once',
  body: noticeSettings
    .extend({ whatsapp: z.boolean().nullish() })
    .refine(({ quiet }) => quiet === null || quiet.from !== quiet.until, {
      error: 'select',
      path: ['quiet'],
    }),
  responses: { 200: noticeSettings, 400: fieldErrors },
  perMinute: 30,
})
