/** Whether parties of ended deals would deal with each other again. */
import type { Insertable } from 'kysely'
import type { DealRatingTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

/** False when they have said it before. */
export async function insertRating(tx: Tx, row: Insertable<DealRatingTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deal_rating')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
