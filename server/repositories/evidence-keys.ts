/** The public keys of evidence packs: at most one is current. */
import type { Tx } from '#server/db/transaction.ts'

/** Makes it the current key and retires the one before. One that is current already stays as it is. */
export async function recordEvidenceKey(tx: Tx, publicKey: string, at: Date): Promise<void> {
  await tx
    .updateTable('evidence_key')
    .set({ valid_until: at })
    .where('valid_until', 'is', null)
    .where('public_key', '<>', publicKey)
    .execute()
  await tx
    .insertInto('evidence_key')
    .values({ public_key: publicKey, valid_from: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listEvidenceKeys = (tx: Tx) =>
  tx.selectFrom('evidence_key').selectAll().orderBy('valid_from', 'desc').execute()
