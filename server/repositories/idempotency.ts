/** Answers to calls that carried a key: once per user and key, kept for 24 hours. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

export interface Held {
  readonly isMine: boolean
  readonly first: { readonly fingerprint: string; readonly body: string } | undefined
}

export interface HeldRow {
  readonly is_mine: boolean
  readonly first_fingerprint: string | null
  readonly first_body: string | null
}

export function heldOf(row: HeldRow | undefined): Held {
  const {
    is_mine: isMine = false,
    first_fingerprint: fingerprint = null,
    first_body: body = null,
  } = row ?? {}
  return { isMine, first: fingerprint === null || body === null ? undefined : { fingerprint, body } }
}

/**
 * The key for this transaction, not mine while another one has it, and then the first answer under it to this user.
 * `take_key` in 013-take-key.sql.
 */
export async function takeKey(tx: Tx, userId: number, key: string): Promise<Held> {
  const { rows } = await sql<HeldRow>`
    select is_mine, fingerprint as first_fingerprint, body as first_body
      from take_key(${userId}, null, ${key})`.execute(tx)
  return heldOf(rows[0])
}

/** With the commit, as its last word. */
export const keepAnswer = (
  tx: Tx,
  row: { user_id: number; key: string; fingerprint: string; status: number; body: string },
): void =>
  tx.withCommit(
    tx
      .insertInto('idempotency')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({ ...row, created_at: sql<Date>`clock_timestamp()` }),
      ),
  )
