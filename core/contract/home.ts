/** The team's home: money against banks and providers, what waits at each desk, the next deadlines, and days in figures. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { endpoint, iso, problem } from './endpoint.ts'

const paise = z.int()

export const DESKS = [
  'disputes',
  'grievances',
  'lines',
  'second',
  'statements',
  'policies',
  'batches',
  'by_hand',
  'payouts',
  'targets',
  'frozen',
  'chargebacks',
  'discrepancies',
  'reports',
  'leads',
] as const
export type DeskName = (typeof DESKS)[number]

const booksState = z.object({
  sound: z.boolean(),
  checked_at: iso.nullable(),
  problems: z.array(z.string()),
})

/** Those with something that the caller can do. */
const desks = z.array(z.object({ desk: z.enum(DESKS), count: z.int(), oldest_at: iso }))

const home = z.object({
  now: iso,
  /** The day in India. */
  day: z.string(),
  money: z.object({
    held_paise: paise,
    /** Held, owed, or of nobody we know: all that is other people's. */
    others_paise: paise,
    /** At banks and providers, all together. */
    backing_paise: paise,
    /** The operator's own; below zero it is missing of other people's. */
    own_paise: paise,
    places: z.array(z.object({ name: z.string(), paise })),
  }),
  today: z.object({ in_paise: paise, out_paise: paise, funded: z.int(), ended: z.int() }),
  desks,
  deadlines: z.array(
    z.object({
      form_pk: z.string(),
      product: z.string(),
      status: z.enum(STATUSES),
      amount_paise: paise,
      due_at: iso,
    }),
  ),
  books: booksState,
  rails: z.array(
    z.object({
      provider: z.string(),
      /** Its last payment to us; null before the first. */
      heard_at: iso.nullable(),
      /** Sent, and nobody knows yet whether it arrived. */
      unknown: z.int(),
      unknown_at: iso.nullable(),
    }),
  ),
  states: z.array(z.object({ status: z.enum(STATUSES), count: z.int() })),
  setup: z.array(z.string()),
})
export type TeamHome = z.output<typeof home>

export const teamHome = endpoint({
  method: 'GET',
  path: '/api/admin/home',
  access: 'team',
  summary:
    'Money against banks and providers, what waits for you at each desk, the next deadlines, the health of rails and books',
  responses: { 200: home },
})

export const teamDesks = endpoint({
  method: 'GET',
  path: '/api/admin/desks',
  access: 'team',
  summary: 'How much waits for you at each desk, and since when',
  responses: { 200: z.object({ desks }) },
})

const dayFigures = z.object({
  day: z.string(),
  /** At the end of the day. */
  held_paise: paise,
  in_paise: paise,
  out_paise: paise,
  fees_paise: paise,
  funded: z.int(),
  ended: z.int(),
  /** Of those that ended, with a complaint. */
  disputed: z.int(),
  decided: z.int(),
  /** The median from the complaint to the team's decision; null without one. */
  decide_ms: z.int().nullable(),
})
export type DayFigures = z.output<typeof dayFigures>

export const teamFigures = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  access: 'team',
  summary: 'The last days in figures, oldest first, today included; no day is left out',
  query: z.object({ days: z.coerce.number().int().min(7).max(366).default(30) }),
  responses: { 200: z.object({ days: z.array(dayFigures), median_decide_ms: z.int().nullable() }) },
})

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/books/check',
  access: 'team',
  ignoresKey: true,
  summary: 'Have the books checked now; whoever asks while it runs gets the same answer',
  responses: { 200: booksState, 503: problem },
  perMinute: 6,
})

export const MOVEMENTS = ['in', 'out', 'fees'] as const
export const MOVEMENTS_PAGE = 500

export const teamMovements = endpoint({
  method: 'GET',
  path: '/api/admin/movements',
  access: 'team',
  summary: 'What came in, went out or was earned in fees on a day, oldest first; 500 a page',
  query: z.object({
    day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'date' }),
    dir: z.enum(MOVEMENTS, { error: 'select' }),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        form_pk: z.string().nullable(),
        amount_paise: paise,
        /** What it was: `applied`, `late` … of a payment, `fee` of a dispute fee, `release`, `refund` … of a payout, the account of a fee. */
        kind: z.string(),
        /** None of a fee. */
        provider: z.string().nullable(),
        at: iso,
      }),
    ),
  },
})
