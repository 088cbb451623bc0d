/** Deletes rows whose retention period has ended. The periods are in the privacy policy. */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { deleteExpired, EXPIRING_TABLES } from '#server/repositories/retention.ts'

/** Larger, and rows stay locked for long; smaller only makes more transactions. */
const BATCH = 5_000

/** How many rows were deleted, by table. */
export async function deleteExpiredRows(runInTransaction: RunInTransaction): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const table of EXPIRING_TABLES) {
    let count: number
    do {
      count = await runInTransaction((tx) => deleteExpired(tx, table, BATCH))
      deleted[table] = (deleted[table] ?? 0) + count
    } while (count === BATCH)
  }
  return deleted
}
