/** The money at a glance: what came and went today, what is ours, and what waits for the caller. */
import { z } from 'zod'
import { endpoint, iso } from './endpoint.ts'

const paise = z.int()

const moneyDay = z.object({
  /** The day in India. */
  day: z.string(),
  now: iso,
  in_paise: paise,
  out_paise: paise,
  held_paise: paise,
  /** The operator's own; below zero it is missing of other people's. */
  own_paise: paise,
  short: z.boolean(),
  waiting: z.object({
    /** Lines of the bank that nobody has said anything of. */
    lines: z.int(),
    oldest_line: z.string().nullable(),
    /** What another Admin has decided, and the caller can approve. */
    second: z.int(),
    statements: z.int(),
    batches: z.int(),
    /** Payouts that wait for a file or a hand. */
    payouts: z.int(),
    payouts_paise: paise,
    /** Deals that stand still because the bank has taken their deposit back. */
    frozen: z.int(),
  }),
})
export type MoneyDay = z.output<typeof moneyDay>

export const moneyToday = endpoint({
  method: 'GET',
  path: '/api/admin/money',
  access: 'admin',
  summary: 'Money of today: in, out, held, our own, and what waits for you',
  responses: { 200: moneyDay },
})
