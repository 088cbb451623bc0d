/** The operator's own bank accounts, and what the bank says of them: uploaded by one Admin, approved by another. */
import { z } from 'zod'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const paise = z.int()
const day = z.string()
const ADMIN = ['Admin'] as const

const bankAccount = z.object({
  id: z.string(),
  bank: z.string(),
  account: z.string(),
  opening_paise: paise,
  /** As the last line that was approved says it; the opening before there is one. */
  statement_paise: paise,
  /** As our books have it: the same, once every line that was approved is booked. */
  balance_paise: paise,
  /** The bank's less ours: nothing, while every line is booked. */
  difference_paise: paise,
  /** Up to when its statements are known. */
  read_at: iso,
  /** `amber`: unread for two working days, a file is missing, or money left unexplained. `red`: unread for four. */
  attention: z.enum(['none', 'amber', 'red']),
  lines: z.int(),
  /** What its files of payouts say; null: none can be made from it yet. */
  payout_file: z.object({ ifsc: z.string(), client_code: z.string() }).nullable(),
  /** What of it still waits for a person, or for the bank. */
  explained: z.array(
    z.object({
      kind: z.enum(['suspense', 'unexplained', 'unbooked', 'in_flight']),
      /** Of the line that waits; null for a payout under way. */
      line: z.string().nullable(),
      date: day,
      /** Money in above zero. */
      amount_paise: paise,
      text: z.string(),
    }),
  ),
})

const columnRoles = [
  'date',
  'valueDate',
  'narration',
  'ref',
  'debit',
  'credit',
  'amount',
  'flag',
  'balance',
] as const
const mapping = z.object({
  columns: z.partialRecord(z.enum(columnRoles), z.string().min(1).max(60)),
  dateForm: z.enum(['dmy', 'mdy', 'ymd']),
})

/** Read by the form too. */
export const bankAccountFields = z.object({
  bank: z.string({ error: 'required' }).trim().min(2, { error: 'required' }).max(40, { error: 'max:40' }),
  account: z
    .string({ error: 'required' })
    .trim()
    .regex(/^\d{6,20}$/, { error: 'account_number' }),
  opening_paise: paise,
  own_names: z.array(z.string().trim().min(3).max(60)).max(20).default([]),
  mapping: mapping.nullable().default(null),
})

export const addBankAccount = endpoint({
  method: 'POST',
  path: '/api/admin/bank-accounts',
  access: 'team',
  roles: ADMIN,
  secondFactor: 'recent',
  summary: 'Name a bank account of the operator, and its balance before the first statement',
  body: bankAccountFields,
  responses: { 201: bankAccount, 400: fieldErrors },
})

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/bank-accounts',
  access: 'team',
  roles: ADMIN,
  summary: 'Bank accounts of the operator and their balances by their statements',
  responses: { 200: z.array(bankAccount) },
})

const statement = z.object({
  id: z.string(),
  state: z.enum(['read', 'approved', 'refused']),
  format: z.string().nullable(),
  from: day.nullable(),
  to: day.nullable(),
  opening_paise: paise.nullable(),
  closing_paise: paise.nullable(),
  lines: z.int(),
  new_lines: z.int(),
  problem: z.enum(['nothing_new', 'wrong_account', 'balance_broken', 'conflict', 'gap']).nullable(),
  /** Where it conflicts, or between which days lines are missing. */
  problem_days: z.array(day),
})

/** A line of the bank and what the rules made of it, in a statement and at the match desk. */
export const judgedLine = z.object({
  /** Names the line, for whoever says what it is. */
  id: z.string(),
  date: day,
  dir: z.enum(['C', 'D']),
  amount_paise: paise,
  narration: z.string(),
  tier: z.enum(['matched', 'suggested', 'unmatched']),
  rule: z.string(),
  outcome: z.string(),
  target: z.string().nullable(),
  candidates: z.array(z.string()),
  class: z.string().nullable(),
  flag: z.string().nullable(),
})
const row = judgedLine.extend({
  /** What became of it in the books; null before it is approved. */
  booked: z.string().nullable(),
})
const reviewedStatement = statement.extend({ rows: z.array(row) })
export type PresentedStatement = z.output<typeof statement>

const listedStatement = statement.extend({
  bank_account: z.string(),
  bank: z.string(),
  /** The end of its number. */
  tail: z.string(),
  file_name: z.string(),
  uploaded_by: z.string(),
  uploaded_at: iso,
  approved_by: z.string().nullable(),
  /** Who gave it up while it waited for the approval; it is `refused` then, without a `problem`. */
  dropped_by: z.string().nullable(),
  drop_note: z.string().nullable(),
  /** Given up by whoever brought it. */
  withdrawn: z.boolean(),
  /** You brought it: another Admin approves it. */
  mine: z.boolean(),
  /** Lines that were taken over and are not in the books yet. */
  unbooked: z.int(),
})
export type ListedStatement = z.output<typeof listedStatement>

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/admin/statements',
  access: 'team',
  roles: ADMIN,
  summary: 'Statements that were uploaded, newest first; 50 at most',
  responses: { 200: z.array(listedStatement) },
})

export const uploadStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements',
  access: 'team',
  ignoresKey: true,
  roles: ADMIN,
  secondFactor: 'recent',
  summary:
    'Read a statement of an account (one `file`); nothing is taken over before another Admin approves it',
  query: z.object({ account: z.string().max(64) }),
  takes: 'files',
  responses: { 201: statement, 400: fieldErrors, 413: problem },
})

const byId = z.object({ id: z.string().max(64) })

export const downloadStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/file',
  access: 'team',
  ignoresKey: true,
  roles: ADMIN,
  secondFactor: 'recent',
  summary: 'The file as it was brought, to the byte; 410 once it was forgotten with the books of its time',
  params: byId,
  // bytes, not JSON: 200 is left out on purpose
  bytes: 'application/octet-stream',
  responses: { 404: problem, 410: problem },
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/admin/statements/:id',
  access: 'team',
  roles: ADMIN,
  summary: 'A statement with its new lines and what each becomes, oldest first',
  params: byId,
  responses: { 200: reviewedStatement },
})

export const approveStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/approve',
  access: 'team',
  ignoresKey: true,
  roles: ADMIN,
  secondFactor: 'recent',
  summary: 'Approve what another Admin uploaded: its lines are taken over and booked',
  params: byId,
  responses: { 200: statement, 409: problem },
})

export const dropStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/drop',
  access: 'team',
  roles: ADMIN,
  secondFactor: 'recent',
  summary:
    'Withdraw your own statement that waits for approval, or refuse another’s and say why: nothing of it is booked',
  params: byId,
  body: z.object({
    /** Whoever brought it may leave it out. */
    note: z.string().trim().max(500, { error: 'max:500' }).default(''),
  }),
  responses: { 200: statement, 400: fieldErrors, 404: problem, 409: problem },
})

export const closedDays = endpoint({
  method: 'GET',
  path: '/api/admin/bank-accounts/:id/days',
  access: 'team',
  roles: ADMIN,
  summary: 'Days of an account, the last first: its balance by the bank and by our books at the end of each',
  params: byId,
  responses: {
    200: z.array(
      z.object({
        day,
        lines: z.int(),
        statement_paise: paise,
        balance_paise: paise,
        difference_paise: paise,
      }),
    ),
    404: problem,
  },
})
