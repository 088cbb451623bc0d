/** The team's grid of deals: its rows, what they can be narrowed to, and a file of them. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { endpoint, fieldErrors, iso, listQuery, orderingBy } from './endpoint.ts'

const row = z.object({
  form_pk: z.string(),
  track: z.enum(['shopping', 'services']),
  main_user_fname: z.string(),
  main_user_lname: z.string(),
  main_user_phone: z.string(),
  service_details: z.string(),
  amount: z.number(),
  amount_paise: z.int(),
  cpty_company: z.string(),
  /** Who puts the money in, whoever wrote the form: of work that is the other side. */
  payer_first_name: z.string(),
  payer_last_name: z.string(),
  payer_phone: z.string(),
  /** Who gets it: their business where they have one. */
  payee_name: z.string(),
  status: z.enum(STATUSES),
  created_at: iso,
  due_at: iso.nullable(),
  /** Empty when the deal has ended. */
  whose_move: z.array(z.enum(['payer', 'payee', 'team'])),
})
export type GridTransaction = z.output<typeof row>

/** A state; `open`: any that has not ended; `held`: those whose money waits with us. */
export const GRID_STATES = [...STATUSES, 'open', 'held'] as const
export type GridState = (typeof GRID_STATES)[number]
export const GRID_TRACKS = ['shopping', 'services'] as const
/** `over`: its moment has passed; `today`: within 24 hours; `week`: within seven days. */
export const GRID_DUES = ['over', 'today', 'week'] as const

export const GRID_ORDERS = ['created_at', 'amount', 'form_pk', 'status', 'due_at'] as const

/** So many of a list are counted exactly and can be paged through; beyond, it is narrowed, or taken along as a file. */
export const GRID_ROWS = 3_000

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'date' })
const rupees = z.coerce.number().int().min(0).max(1_000_000_000)
const filter = z.object({
  search: listQuery.shape.search,
  ordering: orderingBy(GRID_ORDERS),
  state: z.enum(GRID_STATES).optional(),
  track: z.enum(GRID_TRACKS).optional(),
  due: z.enum(GRID_DUES).optional(),
  /** Created on or after this day, in India. */
  from: day.optional(),
  /** Created on or before it. */
  to: day.optional(),
  /** Ended on this day; after a complaint; by our team's decision. */
  ended: day.optional(),
  complained: day.optional(),
  decided: day.optional(),
  /** In whole rupees. */
  min: rupees.optional(),
  max: rupees.optional(),
})
export type GridFilter = z.output<typeof filter>
export type GridQuery = GridFilter & { readonly page: number; readonly page_size: number }

export const gridTransactions = endpoint({
  method: 'GET',
  path: '/api/auth/thirdview/transactions',
  access: 'team',
  summary:
    'All transactions, for the admin grid; `search` takes the beginning of a phone, a name, a business or a title, and whole a form_pk, our reference or code, a UTR or a tracking number',
  query: listQuery.extend(filter.shape),
  responses: { 200: z.array(row), 400: fieldErrors },
})

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exportTransactions = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/export',
  access: 'team',
  ignoresKey: true,
  secondFactor: 'recent',
  summary:
    'A file of the selected deals, or of all that the filter lets through, newest first; X-Total-Count says how many rows come',
  body: filter.omit({ ordering: true }).extend({
    format: z.enum(EXPORT_FORMATS, { error: 'select' }),
    /** Of these alone. */
    forms: z.array(z.string().max(64)).min(1).max(1_000).optional(),
  }),
  // bytes, not JSON: 200 is left out on purpose
  bytes: 'application/octet-stream',
  responses: { 400: fieldErrors },
  perMinute: 10,
})
