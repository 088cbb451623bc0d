/** Deals that stand still because the bank has taken their deposit back, how two Admins end that, disputed payments, and debts. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

export const FREEZE_OUTCOMES = ['goes_on', 'charged_back'] as const

const frozenDeal = z.object({
  form_pk: z.string(),
  title: z.string(),
  /** Whose payment was taken back. */
  payer: z.string(),
  status: z.enum(STATUSES),
  amount_paise: z.int(),
  taken_back_paise: z.int(),
  since: iso,
  /** What was running when it stopped: it is moved by the time the deal stood still. */
  due_at: iso.nullable(),
  /** What the first Admin has said; null before that. */
  stated: z.enum(FREEZE_OUTCOMES).nullable(),
  stated_by: z.string().nullable(),
  note: z.string().nullable(),
  /** You said it: another Admin ends it. */
  mine: z.boolean(),
})
export type FrozenDeal = z.output<typeof frozenDeal>

export const listFrozenDeals = endpoint({
  method: 'GET',
  path: '/api/admin/frozen-deals',
  access: 'team',
  summary: 'Deals that stand still because the bank has taken their deposit back, oldest first; 200 at most',
  responses: { 200: z.array(frozenDeal) },
})

export const endFreeze = endpoint({
  method: 'POST',
  path: '/api/admin/frozen-deals/:id/end',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Say how a deal that stands still ends; done when another Admin says the same',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    /** `charged_back`: the deal ends, and its payer gets what the bank has left of it. */
    outcome: z.enum(FREEZE_OUTCOMES),
    /** What the bank has written. */
    note: z.string().trim().min(1, { error: 'required' }).max(500),
  }),
  responses: {
    200: z.object({ state: z.enum(['stated', 'ended']) }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})

const chargeback = z.object({
  provider: z.string(),
  dispute_id: z.string(),
  payment_id: z.string(),
  form_pk: z.string(),
  payer: z.string(),
  /** In the provider's words; `retrieval` only asks for papers. */
  phase: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'under_review', 'closed', 'won', 'lost']),
  amount_paise: z.int(),
  /** What the provider has taken from us. */
  deducted_paise: z.int(),
  /** The deal stands still because of it, or did. */
  holds_deal: z.boolean(),
  /** Until then the provider takes evidence. */
  respond_by: iso.nullable(),
  opened_at: iso,
  ended_at: iso.nullable(),
  /** What to send it. */
  evidence_url: z.string(),
})
export type Chargeback = z.output<typeof chargeback>

export const listChargebacks = endpoint({
  method: 'GET',
  path: '/api/admin/chargebacks',
  access: 'team',
  summary:
    'Payments that payers dispute with their banks: open ones first, by when they must be answered; 200 at most',
  responses: { 200: z.array(chargeback) },
})

const debt = z.object({
  user_id: z.int(),
  name: z.string(),
  owed_paise: z.int(),
  /** What of it may still come back: a dispute that nobody has decided, a deal that still holds its money. */
  pending_paise: z.int(),
  /** The deal whose money was taken back last; null where none is known. */
  form_pk: z.string().nullable(),
  /** Those that it comes from, with what of it; what was paid since counts for the first ones. */
  deals: z.array(z.object({ form_pk: z.string(), amount_paise: z.int() })),
  /** An Admin asks to write it off; null before that. */
  asked_by: z.string().nullable(),
  asked_paise: z.int().nullable(),
  note: z.string().nullable(),
  /** You asked: another Admin agrees. */
  mine: z.boolean(),
})
export type Debt = z.output<typeof debt>

export const listDebts = endpoint({
  method: 'GET',
  path: '/api/admin/debts',
  access: 'team',
  summary: 'What people owe us because their bank took a payment back, the most first; 200 at most',
  responses: { 200: z.array(debt) },
})

export const writeOffDebt = endpoint({
  method: 'POST',
  path: '/api/admin/debts/:id/write-off',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Write off what a person owes us as a cost; done when another Admin says the same amount',
  params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.object({
    /** As the list shows it. */
    amount_paise: z.int().positive(),
    note: z.string().trim().min(3, { error: 'required' }).max(500),
  }),
  responses: {
    200: z.object({ state: z.enum(['asked', 'written_off']) }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})
