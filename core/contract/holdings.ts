/** What is held for deals in all, for anybody: figures of a whole day that say nothing of one deal. */
import { z } from 'zod'
import { endpoint, iso } from './endpoint.ts'

const holdings = z.object({
  /** The last day that is over, in Indian time; the figures are as of its end. */
  as_of: iso,
  /** Null while fewer deals than `least_deals` hold money: one of them could be told from the sum. Rounded down. */
  figures: z.object({ held_paise: z.int(), backing_paise: z.int(), deals: z.int() }).nullable(),
  /** Whether all that is other people's was there, to the paisa. */
  is_covered: z.boolean(),
  least_deals: z.int(),
  rounded_to_paise: z.int(),
  /** The newest block of the chain that seals the books. */
  seal: z.object({ no: z.int(), hash: z.string(), sealed_at: iso }).nullable(),
  /** When the books were last added up again by this process; null before the first time. */
  checked_at: iso.nullable(),
  is_sound: z.boolean(),
})
export type Holdings = z.output<typeof holdings>

export const getHoldings = endpoint({
  method: 'GET',
  path: '/api/holdings',
  access: 'public',
  summary: 'What we hold for deals in all, what is in our accounts, and the newest seal of the books',
  responses: { 200: holdings },
  perMinute: 60,
})
