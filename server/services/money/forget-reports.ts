/** Empties what providers have reported once no bank can ask about it any more: a payer's contacts are in it. */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { forgetReportRows } from '#server/repositories/inbox.ts'

/** Larger, and rows stay locked for long; smaller only makes more transactions. */
const BATCH = 1_000

export async function forgetReports(runInTransaction: RunInTransaction): Promise<number> {
  let total = 0
  let count: number
  do {
    count = await runInTransaction((tx) => forgetReportRows(tx, BATCH))
    total += count
  } while (count === BATCH)
  return total
}
