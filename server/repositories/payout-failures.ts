/**
 * Whether a payout has failed for certain, and by whose word: the log of the team keeps who has uploaded a report, and which
 * payouts it failed.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Known for certain: the newest try was refused, and none is in doubt. */
export const lastTryFailed = sql<boolean>`
  (select outcome from payout_attempt where payout_id = payout.id order by n desc limit 1) = 'failed'`

export async function hasFailedForCertain(tx: Tx, payoutId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout')
    .select('id')
    .where('id', '=', payoutId)
    .where(lastTryFailed)
    .executeTakeFirst()
  return row !== undefined
}

/** What of its newest try was called rejected by a report, which this person, or anybody, has uploaded. */
export const rejectedByReport = (uploaderId: number | null) => sql<boolean>`
  exists (select from payout_batch_line l
            join audit_event e on e.subject_type = 'payout_batch' and e.subject_id = l.batch_id
           where l.payout_id = payout.id and l.generation = payout.generation
             and e.action = 'payout_batch_reported' and e.after->'failed' ? payout.id
             and (${uploaderId}::bigint is null or e.actor_id = ${uploaderId}))`

export async function hasReportedRejection(
  tx: Tx,
  payoutId: string,
  uploaderId: number | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('payout')
    .select('id')
    .where('id', '=', payoutId)
    .where(rejectedByReport(uploaderId))
    .executeTakeFirst()
  return row !== undefined
}
