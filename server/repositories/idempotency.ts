import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/** Takes the key for this transaction; false while another one has it. */
export async function holdKey(tx: Tx, userId: number, key: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 7)) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/** The first answer, kept for 24 hours. */
export const findAnswer = (tx: Tx, userId: number, key: string) =>
  tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirst()

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
