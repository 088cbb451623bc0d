/** What providers have settled to the operator's bank accounts, and what of it does not agree with our own rows. */
import { z } from 'zod'
import { DISCREPANCY_KINDS, MOVEMENT_TYPES } from '#core/settlements.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const paise = z.int()

const discrepancy = z.object({
  id: z.int(),
  provider: z.string(),
  kind: z.enum(DISCREPANCY_KINDS),
  type: z.enum([...MOVEMENT_TYPES, 'settlement']),
  /** Of the provider. */
  reference: z.string(),
  /** Null where that side has no such row. */
  ours_paise: paise.nullable(),
  theirs_paise: paise.nullable(),
  opened_at: iso,
  note: z.string().nullable(),
  /** Asked to book it as the provider says: another Admin does. */
  proposed_by: z.string().nullable(),
  mine: z.boolean(),
  /** It is a cost, and two Admins may book it. */
  bookable: z.boolean(),
  closed_at: iso.nullable(),
  /** Null where the missing row came. */
  closed_by: z.string().nullable(),
  booked: z.boolean(),
})
export type Discrepancy = z.output<typeof discrepancy>

const settlement = z.object({
  provider: z.string(),
  settlement_id: z.string(),
  utr: z.string().nullable(),
  /** In India. */
  day: z.string(),
  amount_paise: paise,
  /** What the provider has kept of it, with tax. */
  fee_paise: paise,
  lines: z.int(),
  /** The account whose statement shows it; null while none does. */
  bank: z.string().nullable(),
  arrived_on: z.string().nullable(),
})
export type Settlement = z.output<typeof settlement>

const desk = z.object({
  discrepancies: z.array(discrepancy),
  settlements: z.array(settlement),
  /** Until which day each provider's report was read. */
  reports: z.array(z.object({ provider: z.string(), day: z.string(), read_at: iso })),
})
export type SettlementDesk = z.output<typeof desk>

export const listSettlements = endpoint({
  method: 'GET',
  path: '/api/admin/settlements',
  access: 'admin',
  summary:
    'Settlements of providers, newest first, and what does not agree, open ones first; 200 each at most',
  responses: { 200: desk },
})

const ACT_ON_DISCREPANCY = {
  method: 'POST',
  access: 'admin',
  secondFactor: 'recent',
  params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.object({ note: z.string().trim().min(3, { error: 'required' }).max(500) }),
} as const
const refusals = { 400: fieldErrors, 403: problem, 404: problem, 409: problem } as const

export const closeDiscrepancy = endpoint({
  ...ACT_ON_DISCREPANCY,
  path: '/api/admin/discrepancies/:id/close',
  summary: 'Say how a discrepancy was settled; no money moves',
  responses: { 200: z.object({ state: z.literal('closed') }), ...refusals },
})

export const bookDiscrepancy = endpoint({
  ...ACT_ON_DISCREPANCY,
  path: '/api/admin/discrepancies/:id/book',
  summary: 'Book what the provider says as a cost; done when another Admin says the same',
  responses: { 200: z.object({ state: z.enum(['proposed', 'closed']) }), ...refusals },
})
