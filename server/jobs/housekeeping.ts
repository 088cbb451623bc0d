/** Forgets what has expired: sessions, reset links, kept answers, rate limits. A little at a time, every ten minutes. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { forgetExpired, PASSING } from '../repositories/passing.ts'
import { repeat } from './repeat.ts'

interface Parts {
  readonly transact: Transactor
  readonly log: Log
}

const EVERY_MS = 600_000
/** Larger, and rows stay locked for long; smaller only makes more transactions. */
const BATCH = 5_000

/** How many rows went, by table. */
export async function keepHouse({ transact, log }: Parts): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  for (const table of PASSING) {
    let count: number
    do {
      count = await transact((tx) => forgetExpired(tx, table, BATCH))
      gone[table] = (gone[table] ?? 0) + count
    } while (count === BATCH)
  }
  if (Object.values(gone).some((count) => count > 0)) log.info({ gone }, 'forgot what had expired')
  return gone
}

export const watchHouse = (parts: Parts): (() => Promise<void>) =>
  repeat({
    everyMs: EVERY_MS,
    work: () => keepHouse(parts),
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'housekeeping waits'),
  })
