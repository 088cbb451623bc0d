/** Addresses in the audit log become their network after 90 days, as the privacy policy promises. */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { truncateAuditAddresses } from '#server/repositories/audit.ts'

/** Larger, and rows stay locked for long; smaller only makes more transactions. */
const BATCH = 5_000

export async function truncateOldAddresses(runInTransaction: RunInTransaction): Promise<number> {
  let total = 0
  let count: number
  do {
    count = await runInTransaction((tx) => truncateAuditAddresses(tx, BATCH))
    total += count
  } while (count === BATCH)
  return total
}
