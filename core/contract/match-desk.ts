/** The match desk: lines of the bank that wait for a person, what each may be, and who said what it is. */
import { z } from 'zod'
import { EXPLANATIONS } from '#core/statements/explain.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'
import { judgedLine } from './statements.ts'

const ADMIN_RECENT = { access: 'admin', secondFactor: 'recent' } as const
const byId = z.object({ id: z.string().max(64) })
const note = z.string().trim().max(500)
const paise = z.int()

/**
 * `settlement`: what a provider has paid out to us. `refund`: it goes back to the account that it came from. `debt`: who owes us
 * pays it back, as far as they owe it; the rest of the line waits on.
 */
export const DECISION_KINDS = ['pay_in', 'payout', 'settlement', 'explain', 'refund', 'debt'] as const

const decision = z.object({
  /** Which decision of the line it is, from 1: what is approved is named by it. */
  n: z.int(),
  kind: z.enum(DECISION_KINDS),
  target: z.string().nullable(),
  /** In whose name the account is that a refund goes to; who pays a debt. */
  recipient: z.string().nullable(),
  class: z.enum(EXPLANATIONS).nullable(),
  note: z.string(),
  /** As whoever decided saw it. */
  expected: z.string().nullable(),
  /** What it became in the books; null while it waits for a second person. */
  outcome: z.string().nullable(),
  by: z.string(),
  at: iso,
  approved_by: z.string().nullable(),
  undo_note: z.string().nullable(),
  undo_asked_by: z.string().nullable(),
  /** You said it, or asked to undo it: another person approves. */
  mine: z.boolean(),
  may_undo: z.boolean(),
})

const deskLine = judgedLine.extend({
  bank_account: z.string(),
  bank: z.string(),
  /** The end of its number. */
  tail: z.string(),
  state: z.enum(['waiting', 'proposed', 'done', 'undo_asked']),
  /** What of the line has paid a debt; the amount is the rest. */
  debt_paise: paise,
  /** Whatever is decided waits for another Admin. */
  needs_second: z.boolean(),
  explanations: z.array(z.enum(EXPLANATIONS)),
  /** Those of them that one Admin may say alone. */
  explained_alone: z.array(z.enum(EXPLANATIONS)),
  decision: decision.nullable(),
})
export type DeskLine = z.output<typeof deskLine>

export const DESK_STATES = ['waiting', 'second', 'done'] as const

export const listDeskLines = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines',
  access: 'admin',
  summary:
    'Lines of the bank that wait for somebody (oldest first), for a second person, or that people decided (newest first); 200 at most',
  query: z.object({ state: z.enum(DESK_STATES).default('waiting') }),
  responses: { 200: z.array(deskLine) },
})

export const CANDIDATE_REASONS = ['reference', 'utr', 'amount', 'name', 'vpa'] as const
const candidate = z.object({
  kind: z.enum(['pay_in', 'payout', 'settlement', 'debt']),
  target: z.string(),
  name: z.string(),
  amount_paise: paise,
  form_pk: z.string().nullable(),
  product: z.string().nullable(),
  status: z.string(),
  at: iso,
  /** Why it may be this one, strongest first. */
  reasons: z.array(z.enum(CANDIDATE_REASONS)),
  /** What the line becomes when this is chosen; null when it cannot be. */
  outcome: z.string().nullable(),
  /** Another Admin approves it. */
  needs_second: z.boolean(),
})
export type LineCandidate = z.output<typeof candidate>

export const getDeskLine = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines/:id',
  access: 'admin',
  summary: 'A line and what it may be, the likeliest first; `search` looks for a reference, a code or a name',
  params: byId,
  query: z.object({ search: z.string().trim().max(60).optional() }),
  responses: {
    200: deskLine.extend({
      choices: z.array(candidate),
      /** Money that came: from when on it may go back, and the UPI id that the line shows. */
      goes_back: z.object({ from: iso, upi_id: z.string().nullable() }).nullable(),
    }),
    404: problem,
  },
})

const ACT_ON_LINE = {
  method: 'POST',
  ...ADMIN_RECENT,
  params: byId,
  responses: { 200: deskLine, 400: fieldErrors, 404: problem, 409: problem },
} as const

/** What of the line was read: a decision, and whether that waits or its undoing. Where another stands by now it is a conflict. */
const readDecision = z.object({
  n: z.int({ error: 'numbers_only' }),
  state: z.enum(['proposed', 'undo_asked'], { error: 'select' }),
})
export type ReadDecision = z.output<typeof readDecision>

export const decideLine = endpoint({
  ...ACT_ON_LINE,
  path: '/api/admin/bank-lines/:id/decide',
  summary: 'Say what a line is: it is booked, or waits for another Admin (`needs_second`)',
  body: z.object({
    kind: z.enum(DECISION_KINDS, { error: 'select' }),
    target: z.string().trim().max(40).optional(),
    /** Of a refund: the UPI id, or the account number and its IFSC, and in whose name it is. */
    upi_id: z.string().trim().max(130).optional(),
    account_number: z.string().trim().max(30).optional(),
    ifsc: z.string().trim().max(20).optional(),
    recipient: z.string().trim().max(80).optional(),
    class: z.enum(EXPLANATIONS, { error: 'select' }).optional(),
    /** The outcome that you were shown: anything else is refused. */
    expected: z.string().max(20).optional(),
    note: note.default(''),
  }),
})

export const approveLine = endpoint({
  ...ACT_ON_LINE,
  path: '/api/admin/bank-lines/:id/approve',
  summary: 'Approve what another Admin said of a line, or asked to undo, as it was read',
  body: readDecision,
})

export const dropLine = endpoint({
  ...ACT_ON_LINE,
  path: '/api/admin/bank-lines/:id/drop',
  summary: 'Give up what waits for a second person, as it was read; the line waits again as before',
  body: readDecision,
})

export const undoLine = endpoint({
  ...ACT_ON_LINE,
  path: '/api/admin/bank-lines/:id/undo',
  summary: 'Ask to undo what was said of a line; another Admin approves it',
  body: z.object({ note: note.min(3, { error: 'required' }) }),
})
