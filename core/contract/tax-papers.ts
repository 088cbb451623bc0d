/** Invoices, bills of supply and credit notes for our fees, what they need of their recipient, and the month's return. */
import { z } from 'zod'
import { LOCALES } from '#core/locale.ts'
import { FEES, PAPER_KINDS } from '#core/tax/gst.ts'
import { taxDetailsFields } from '#core/tax/paper-party.ts'
import { WITHHELD_TAXES, WITHHOLDING_REASONS } from '#core/tax/withholding.ts'
import { endpoint, fieldErrors, problem } from './endpoint.ts'

const byId = z.object({ id: z.string().max(20) })
const monthQuery = z.object({
  month: z.string({ error: 'required' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'date' }),
})

const paper = z.object({
  /** The number with dashes, for addresses. */
  id: z.string(),
  number: z.string(),
  kind: z.enum(PAPER_KINDS),
  fee: z.enum(FEES),
  issued_on: z.iso.date(),
  form_pk: z.string(),
  taxable_paise: z.int(),
  tax_paise: z.int(),
  total_paise: z.int(),
  /** Of a credit note: the paper that it takes from. */
  original: z.string().nullable(),
})
export type TaxPaper = z.output<typeof paper>

export const listMyPapers = endpoint({
  method: 'GET',
  path: '/api/account/tax-papers',
  access: 'user',
  summary: 'Invoices, bills and credit notes for the fees that I have paid, newest first',
  responses: {
    200: z.object({
      papers: z.array(paper),
      /** Fees whose paper is not written yet. */
      waiting: z.int(),
      /** They wait for my State: an invoice must name it. */
      needs_details: z.boolean(),
    }),
  },
})

export const taxPaperPdf = endpoint({
  method: 'GET',
  path: '/api/tax-papers/:id/pdf',
  access: 'user',
  summary: 'One of them for who paid the fee, and for the team (PDF)',
  params: byId,
  /** Without it, in the language of the account. */
  query: z.object({ lang: z.enum(LOCALES).optional() }),
  bytes: 'application/pdf',
  responses: { 404: problem },
  perMinute: 30,
})

const details = z.object({
  name: z.string(),
  address: z.string(),
  pin: z.string(),
  state: z.string(),
  gstin: z.string().nullable(),
  pan: z.string().nullable().optional(),
})

const ownDetails = z.object({
  details: details.nullable(),
  /** Tax is withheld from what I earn, at a higher rate without my PAN. Missing where none is. */
  asks_pan: z.boolean().optional(),
})

export const getTaxDetails = endpoint({
  method: 'GET',
  path: '/api/account/tax-details',
  access: 'user',
  summary: 'What my invoices say of me; null until I have said it',
  responses: { 200: ownDetails },
})

export const setTaxDetails = endpoint({
  method: 'POST',
  path: '/api/account/tax-details',
  access: 'user',
  summary:
    'Name, address, State and GSTIN for my invoices from now on; those that are written stay as they are',
  body: taxDetailsFields,
  responses: { 200: ownDetails, 400: fieldErrors },
})

const teamPaper = paper.extend({
  recipient: z.string(),
  recipient_gstin: z.string().nullable(),
  place_of_supply: z.string().nullable(),
  /** Nobody said where they live in time. */
  place_assumed: z.boolean(),
})
export type TeamTaxPaper = z.output<typeof teamPaper>

export const listTaxPapers = endpoint({
  method: 'GET',
  path: '/api/admin/tax-papers',
  access: 'team',
  summary: 'Papers of a month in the order of their numbers',
  query: monthQuery,
  responses: { 200: z.array(teamPaper), 400: fieldErrors },
})

export const gstr1 = endpoint({
  method: 'GET',
  path: '/api/admin/tax-papers/gstr1.zip',
  access: 'admin',
  summary: "The month's GSTR-1 as CSV for GSTN's offline tool: b2b, b2cs, cdnr, hsn and docs (ZIP)",
  query: monthQuery,
  bytes: 'application/zip',
  responses: { 400: fieldErrors },
})

const withheldTax = z.object({
  form_pk: z.string(),
  tax: z.enum(WITHHELD_TAXES),
  withheld_on: z.iso.date(),
  section: z.string(),
  payee: z.string(),
  pan: z.string().nullable(),
  gstin: z.string().nullable(),
  gross_paise: z.int(),
  /** What the tax is of: below a threshold nothing, above it for the first time all of the year. */
  base_paise: z.int(),
  rate_bp: z.int(),
  tax_paise: z.int(),
  reason: z.enum(WITHHOLDING_REASONS).nullable(),
  place_assumed: z.boolean(),
  /** Of TDS: what the State is not paid yet, and may go back to the payee. */
  unpaid_paise: z.int(),
  /** What goes back to the payee, or what one Admin asks to. */
  given_back: z
    .object({
      amount_paise: z.int(),
      note: z.string(),
      asked_by: z.string(),
      /** You asked: another Admin agrees. */
      mine: z.boolean(),
      agreed: z.boolean(),
    })
    .nullable(),
})

export const listWithheldTaxes = endpoint({
  method: 'GET',
  path: '/api/admin/tax-papers/withheld',
  access: 'team',
  summary: 'What was withheld from payees in a month, release by release, and whether any is withheld now',
  query: monthQuery,
  responses: {
    200: z.object({ tds: z.boolean(), tcs: z.boolean(), rows: z.array(withheldTax) }),
    400: fieldErrors,
  },
})

export const withheldTaxReturns = endpoint({
  method: 'GET',
  path: '/api/admin/tax-papers/withheld.zip',
  access: 'admin',
  summary: "The month's TDS as the annexure of Form 26Q, and its TCS as table 3 of GSTR-8 (ZIP of CSVs)",
  query: monthQuery,
  bytes: 'application/zip',
  responses: { 400: fieldErrors },
})

export const giveTaxBack = endpoint({
  method: 'POST',
  path: '/api/admin/tax-papers/withheld/:id/give-back',
  access: 'admin',
  secondFactor: 'recent',
  summary:
    'Give TDS that was withheld wrongly back to its payee, before it is paid to the State; done when another Admin says the same amount',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    amount_paise: z.int({ error: 'required' }).positive({ error: 'amount_min' }),
    note: z.string({ error: 'required' }).trim().min(3, { error: 'required' }).max(500, { error: 'max:500' }),
  }),
  responses: {
    200: z.object({ state: z.enum(['asked', 'given_back']) }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})

export const giveBack = endpoint({
  method: 'POST',
  path: '/api/admin/tax-papers/:id/give-back',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Give a fee back, whole or in part: a payout to who paid it, and a credit note',
  params: byId,
  body: z.object({
    amount_paise: z.int({ error: 'required' }).positive({ error: 'amount_min' }),
    reason: z
      .string({ error: 'required' })
      .trim()
      .min(1, { error: 'required' })
      .max(200, { error: 'max:200' }),
  }),
  responses: {
    200: z.object({ left_paise: z.int() }),
    400: fieldErrors,
    404: problem,
    409: problem,
  },
})
