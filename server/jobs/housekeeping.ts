/** Forgets what has expired: sessions, reset links, kept answers, rate limits. A little at a time, every ten minutes. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { addJob, freeStaleJobs, listForgottenPayouts } from '../repositories/jobs.ts'
import { forgetExpired, PASSING } from '../repositories/passing.ts'
import { repeat } from './repeat.ts'

interface Parts {
  readonly transact: Transactor
  readonly log: Log
}

const EVERY_MS = 600_000
const MEND_MS = 60_000
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

/** Jobs whose worker died go on, and payouts that no job would send get one. How many of each. */
export async function mendJobs({ transact, log }: Parts): Promise<{ freed: number; payouts: number }> {
  const freed = await transact(freeStaleJobs)
  const payouts = await transact(async (tx) => {
    const ids = await listForgottenPayouts(tx, BATCH)
    for (const payoutId of ids) await addJob(tx, 'payout', { payoutId })
    return ids.length
  })
  if (freed + payouts > 0) log.warn({ freed, payouts }, 'jobs that were left behind go on')
  return { freed, payouts }
}

export function watchHouse(parts: Parts): () => Promise<void> {
  const watch = (everyMs: number, work: () => Promise<unknown>) =>
    repeat({
      everyMs,
      work,
      onTrouble: (error) => parts.log.warn({ reason: error.message }, 'housekeeping waits'),
    })
  const stops = [watch(EVERY_MS, () => keepHouse(parts)), watch(MEND_MS, () => mendJobs(parts))]
  return async () => {
    for (const stop of stops) await stop()
  }
}
