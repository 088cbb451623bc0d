/**
 * Rows that are kept for a time only, on real time. A notice and the copy of a mail are read again while their deal runs
 * and for some months after; both times stand in the privacy policy (content/docs), so change them together.
 */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

const EXPIRED = {
  session: sql`expires_at < clock_timestamp()`,
  password_reset: sql`expires_at < clock_timestamp() - interval '1 day'`,
  idempotency: sql`created_at < clock_timestamp() - interval '24 hours'`,
  rate_limit: sql`ends_at < clock_timestamp()`,
  notice: sql`at < clock_timestamp() - interval '1 year'`,
  mail: sql`coalesce(sent_at, given_up_at) < clock_timestamp() - interval '180 days'`,
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
