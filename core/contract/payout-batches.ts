/** Paying out by hand: files for the bank made by one Admin and approved by another, and UPI ids paid one by one. */
import { z } from 'zod'
import { PAYOUT_FORMATS } from '#core/payout-files/formats.ts'
import { payoutTemplate } from '#core/payout-files/template.ts'
import { ifscField, TARGET_KINDS } from '#core/payout-targets.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const ADMIN_RECENT = { access: 'admin', secondFactor: 'recent' } as const
const byId = z.object({ id: z.string().max(64) })

const handPayout = z.object({
  id: z.string(),
  /** First in the narration; the statement is matched by it. */
  code: z.string(),
  form_pk: z.string().nullable(),
  name: z.string(),
  amount_paise: z.int(),
  /** What of it has left so far. */
  part_paise: z.int(),
  /** To which Admin it was shown last: it counts as sent, and they may see it again. */
  shown: z.object({ to: z.string(), at: iso, mine: z.boolean() }).nullable(),
  /** An account goes by file, a UPI id by hand. */
  kind: z.enum(TARGET_KINDS),
  /** Shortened. */
  destination: z.string(),
  /** The file that it stands in. */
  batch_id: z.string().nullable(),
  created_at: iso,
})
export type HandPayout = z.output<typeof handPayout>

export const listHandPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/by-hand',
  access: 'admin',
  summary:
    'Payouts that wait for a file or a hand, then those that were shown and are on no statement; 500 of each at most',
  responses: { 200: z.array(handPayout) },
})

const handOrder = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  address: z.string(),
  amount_paise: z.int(),
  upi_url: z.string(),
})
export type HandOrder = z.output<typeof handOrder>

export const payByHand = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/pay-by-hand',
  ...ADMIN_RECENT,
  summary:
    'Show where a payout to a UPI id goes; from then on it counts as sent, and the statement proves it. Whom it was shown sees it again',
  params: byId,
  responses: { 200: handOrder, 403: problem, 404: problem, 409: problem },
})

const BATCH_STATES = ['made', 'approved', 'downloaded', 'cancelled'] as const
const batch = z.object({
  id: z.string(),
  bank_account: z.string(),
  format: z.enum(PAYOUT_FORMATS),
  state: z.enum(BATCH_STATES),
  file_name: z.string(),
  sha256: z.string(),
  count: z.int(),
  total_paise: z.int(),
  made_by: z.string(),
  /** You made it: another Admin approves it. */
  mine: z.boolean(),
  made_at: iso,
  approved_by: z.string().nullable(),
  downloaded_at: iso.nullable(),
})
export type PayoutBatch = z.output<typeof batch>

export const listPayoutBatches = endpoint({
  method: 'GET',
  path: '/api/admin/payout-batches',
  access: 'admin',
  summary: 'Files for the bank, newest first; 100 at most',
  responses: { 200: z.array(batch) },
})

export const getPayoutBatch = endpoint({
  method: 'GET',
  path: '/api/admin/payout-batches/:id',
  access: 'admin',
  summary: 'What a file says, and where its payouts go: to compare before it is approved',
  params: byId,
  responses: {
    200: batch.extend({
      /** As the bank gets it, a workbook as text; of account numbers the end. */
      text: z.string(),
      /** Those of it that have not left yet. */
      payouts: z.array(handPayout),
    }),
    404: problem,
  },
})

export const makePayoutBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches',
  ...ADMIN_RECENT,
  summary: 'Put payouts into one file for a bank; a payout stands in one file at a time',
  body: z.object({
    bank_account: z.string({ error: 'required' }).max(64, { error: 'max:64' }),
    format: z.enum(PAYOUT_FORMATS, { error: 'select' }),
    payouts: z.array(z.string().max(64)).min(1, { error: 'required' }).max(500),
  }),
  responses: { 201: batch, 400: fieldErrors, 409: problem },
})

const ACT_ON_BATCH = {
  params: byId,
  responses: { 200: batch, 404: problem, 409: problem },
} as const

export const approvePayoutBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/approve',
  ...ADMIN_RECENT,
  summary: 'Approve a file that another Admin has made',
  ...ACT_ON_BATCH,
})

export const cancelPayoutBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/cancel',
  ...ADMIN_RECENT,
  summary: 'Give a file up that nobody has downloaded; its payouts wait again',
  ...ACT_ON_BATCH,
})

export const downloadPayoutBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/download',
  ...ADMIN_RECENT,
  ignoresKey: true,
  summary: 'The file, the same bytes each time; its payouts count as sent from the first time on',
  params: byId,
  /** Why it is needed again. */
  body: z.object({ reason: z.string().trim().max(200).default('') }),
  // bytes, not JSON: 200 is left out on purpose
  bytes: 'application/octet-stream',
  responses: { 400: fieldErrors, 404: problem, 409: problem },
})

const report = z.object({
  accepted: z.int(),
  rejected: z.int(),
  pending: z.int(),
  /** Rows that name no payout of this file. */
  unread: z.int(),
})
export type BatchReport = z.output<typeof report>

export const reportPayoutBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/status-report',
  ...ADMIN_RECENT,
  ignoresKey: true,
  summary:
    "Take in the bank's report, a spreadsheet or text (one `file`): what it refused has failed; what it took is proved by the statement",
  params: byId,
  takes: 'files',
  responses: { 200: report, 400: fieldErrors, 404: problem, 409: problem, 413: problem },
})

/** Read by the form too. */
export const payoutFileFields = z.object({
  ifsc: ifscField,
  client_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,10}$/, { error: 'client_code' }),
  template: payoutTemplate.nullable().default(null),
})

export const setPayoutFile = endpoint({
  method: 'POST',
  path: '/api/admin/bank-accounts/:id/payout-file',
  ...ADMIN_RECENT,
  summary: "What files of payouts say of the account that they debit, and the operator's own layout",
  params: byId,
  body: payoutFileFields,
  responses: { 200: z.object({ id: z.string() }), 400: fieldErrors, 404: problem },
})
