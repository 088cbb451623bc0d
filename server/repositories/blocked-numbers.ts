/** Numbers of blocked accounts that are deleted or have lost theirs: a hash on the row of the account, never the number. */
import type { Tx } from '#server/db/transaction.ts'

export const setBlockedNumber = (tx: Tx, userId: number, hash: Buffer) =>
  tx.updateTable('app_user').set({ blocked_number_hash: hash }).where('id', '=', userId).execute()

/** The last account that was blocked under the number. */
export async function findBlockedNumber(tx: Tx, hash: Buffer): Promise<number | undefined> {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('blocked_number_hash', '=', hash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Of every account that had the number. */
export const clearBlockedNumber = (tx: Tx, hash: Buffer) =>
  tx
    .updateTable('app_user')
    .set({ blocked_number_hash: null })
    .where('blocked_number_hash', '=', hash)
    .execute()
