/** Answers to calls that carried a key: once per user and key, kept for 24 hours. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

export interface Held {
  readonly isMine: boolean
  readonly first: { readonly fingerprint: string; readonly body: string } | undefined
}

/**
 * The key for this transaction, not mine while another one has it, and then the first answer under it to this user, or
 * to the user of the session with this token's hash. `take_key` in 013-take-key.sql.
 */
export async function takeKey(tx: Tx, who: number | Buffer, key: string): Promise<Held> {
  const [userId, token] = typeof who === 'number' ? [who, null] : [null, who]
  const { rows } = await sql<{ is_mine: boolean; fingerprint: string | null; body: string | null }>`
    select is_mine, fingerprint, body from take_key(${userId}, ${token}, ${key})`.execute(tx)
  const { is_mine: isMine = false, fingerprint = null, body = null } = rows[0] ?? {}
  return { isMine, first: fingerprint === null || body === null ? undefined : { fingerprint, body } }
}

export const keepAnswer = (
  tx: Tx,
  row: { user_id: number; key: string; fingerprint: string; status: number; body: string },
) =>
  tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({ ...row, created_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
