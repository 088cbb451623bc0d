/** The complaint by mailed link: one deal, one use, without a password. The token travels in the body, never in an address. */
import { z } from 'zod'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const token = z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'max:200' })

const view = z.object({
  form_pk: z.string(),
  track: z.enum(['shopping', 'services']),
  title: z.string(),
  amount: z.number(),
  amount_paise: z.int(),
  /** Who says that it was delivered, and in which words. */
  payee: z.string(),
  note: z.string(),
  /** Until when a complaint can be made; null when it no longer can. */
  until: iso.nullable(),
  /** What comes with a complaint that is filed now, by when, and what the other side gets without it. */
  fee_paise: z.int(),
  fee_until: iso,
  release_payee_paise: z.int(),
  reasons: z.array(z.string()),
  remedies: z.array(z.string()),
})
export type ComplaintView = z.output<typeof view>

export const readComplaintLink = endpoint({
  method: 'POST',
  path: '/api/complaint-link',
  access: 'public',
  isRead: true,
  summary: 'What a mailed complaint link is about; changes nothing',
  body: z.object({ token }),
  responses: { 200: view, 400: fieldErrors, 410: problem },
  perMinute: 20,
})

export const complainByLink = endpoint({
  method: 'POST',
  path: '/api/complaint-link/complain',
  access: 'public',
  summary: 'File the complaint as the payer, with a mailed link',
  body: z.object({
    token,
    reason: z.string().optional(),
    statement: z.string().optional(),
    wanted: z.string().optional(),
  }),
  responses: {
    200: z.object({ form_pk: z.string(), status: z.string() }),
    400: fieldErrors,
    409: problem,
    410: problem,
  },
  perMinute: 20,
})
