/** Deals that are to be reminded of. One index finds them, however many deals there are. */
import type { Tx } from '#server/db/transaction.ts'

/** Ids of deals whose reminder is due, skipping those that another process holds. */
export async function claimReminders(tx: Tx, now: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('deal')
    .select('id')
    .where('next_reminder_at', '<=', new Date(now))
    .orderBy('next_reminder_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

export const setNextReminder = (tx: Tx, dealId: string, at: number | null) =>
  tx
    .updateTable('deal')
    .set({ next_reminder_at: at === null ? null : new Date(at) })
    .where('id', '=', dealId)
    .where('due_at', 'is not', null)
    .execute()
