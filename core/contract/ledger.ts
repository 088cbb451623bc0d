/** The books for an Admin to read: a trial balance at a moment, accounts, transfers, and the statement of a person. */
import { z } from 'zod'
import { LOCALES } from '#core/locale.ts'
import { parseMoment } from '#core/time.ts'
import { ledgerTransfer } from './deal-desk.ts'
import { cursorPage, cursorQuery, endpoint, fieldErrors, iso, problem } from './endpoint.ts'

/** What the code of an account begins with. */
export const ACCOUNT_GROUPS = [
  ...(['bank', 'gateway', 'hold', 'fee_hold', 'payable', 'suspense', 'receivable', 'owner'] as const),
  ...(['commission', 'dispute_fees', 'expense', 'tax'] as const),
] as const
export type AccountGroup = (typeof ACCOUNT_GROUPS)[number]

/** `backing`: at banks and providers; `others`: other people's; `own`: the operator's own. The three sum to zero. */
export const BOOK_SIDES = ['backing', 'others', 'own'] as const

const group = z.enum(ACCOUNT_GROUPS, { error: 'select' })
const account = z.string().regex(/^[\w:-]{1,100}$/, { error: 'select' })
/** Left out: now. */
const at = z
  .string()
  .refine((text) => parseMoment(text) !== null, { error: 'date' })
  .optional()
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'date' })
  .refine((text) => parseMoment(text) !== null, { error: 'date' })

const trialRow = z.object({
  side: z.enum(BOOK_SIDES),
  group,
  /** Those with something on them. */
  accounts: z.int(),
  debit_paise: z.int(),
  credit_paise: z.int(),
})
export type TrialRow = z.output<typeof trialRow>

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/ledger',
  access: 'admin',
  summary: 'The trial balance at a moment: debits and credits of each group of accounts',
  query: z.object({ at }),
  responses: {
    200: z.object({
      at: iso,
      rows: z.array(trialRow),
      debit_paise: z.int(),
      credit_paise: z.int(),
    }),
    400: fieldErrors,
  },
})

const ledgerAccount = z.object({ account: z.string(), paise: z.int() })

export const listLedgerAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/accounts',
  access: 'admin',
  summary: 'Accounts of a group that had something on them at a moment, by their codes',
  query: cursorQuery(50).extend({ group, at }),
  responses: { 200: cursorPage(ledgerAccount), 400: fieldErrors, 409: problem },
})

export const listLedgerTransfers = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/transfers',
  access: 'admin',
  summary: 'Transfers with their entries, newest first: of all accounts, or of one',
  query: cursorQuery(30).extend({ account: account.optional() }),
  responses: { 200: cursorPage(ledgerTransfer), 400: fieldErrors, 409: problem },
})

export const STATEMENT_FORMATS = ['csv', 'pdf'] as const

export const personStatement = endpoint({
  method: 'POST',
  path: '/api/admin/people/:id/statement',
  access: 'admin',
  ignoresKey: true,
  secondFactor: 'recent',
  summary:
    'What a person paid in, was credited and was paid, day by day, with what is owed after each; audited',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({
    format: z.enum(STATEMENT_FORMATS, { error: 'select' }),
    /** The first day, in India; left out: from the beginning. */
    from: day.optional(),
    /** The last day; left out: until now. */
    to: day.optional(),
    lang: z.enum(LOCALES).optional(),
  }),
  // bytes, not JSON: 200 is left out on purpose
  bytes: 'application/octet-stream',
  responses: { 400: fieldErrors, 404: problem, 409: problem, 503: problem },
  perMinute: 10,
})
