/** Answers to calls that carried a key: once per user and key, kept for 24 hours. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/** Takes the key for this transaction, whoever it is; false while another one has it. */
async function holdKey(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 7)) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/** The first answer to this user, or to the user of the session with this token's hash. */
const findAnswer = (tx: Tx, who: number | Buffer, key: string) =>
  tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'body'])
    .where(
      'user_id',
      '=',
      typeof who === 'number'
        ? who
        : tx.selectFrom('session').select('user_id').where('token_hash', '=', who),
    )
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirst()

export interface Held {
  readonly isMine: boolean
  readonly first: { readonly fingerprint: string; readonly body: string } | undefined
}

/** The key for this transaction, and then what was answered under it before. */
export async function takeKey(tx: Tx, who: number | Buffer, key: string): Promise<Held> {
  const [isMine, first] = await Promise.all([holdKey(tx, key), findAnswer(tx, who, key)])
  return { isMine, first }
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
