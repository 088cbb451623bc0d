/** Rows that are kept for a time only, on real time. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

const EXPIRED = {
  session: sql`expires_at < clock_timestamp()`,
  password_reset: sql`expires_at < clock_timestamp() - interval '1 day'`,
  idempotency: sql`created_at < clock_timestamp() - interval '24 hours'`,
  rate_limit: sql`ends_at < clock_timestamp()`,
}
export type PassingTable = keyof typeof EXPIRED
export const PASSING = Object.keys(EXPIRED) as PassingTable[]

/** Deletes at most `limit` rows that have expired; answers how many. Rows that somebody holds wait for the next time. */
export async function forgetExpired(tx: Tx, table: PassingTable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${EXPIRED[table]} limit ${limit} for update skip locked))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
