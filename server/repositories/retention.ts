/**
 * Rows that are kept for a time only, on real time. A notice and the copy of a mail are read again while their deal runs
 * and for some months after; both times stand in the privacy policy (content/docs), so change them together.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

const EXPIRED = {
  session: sql`expires_at < clock_timestamp()`,
  password_reset: sql`expires_at < clock_timestamp() - interval '1 day'`,
  sign_in_link: sql`expires_at < clock_timestamp() - interval '1 day'`,
  sign_in_failure: sql`ends_at < clock_timestamp()`,
  // people return after months; an address goes to somebody else sooner
  known_origin: sql`last_used_at < clock_timestamp() - case kind when 'device' then interval '400 days' else interval '90 days' end`,
  linked_account_link: sql`freeze_expires_at < clock_timestamp() - interval '1 day'`,
  complaint_link: sql`expires_at < product_now() - interval '1 day'`,
  idempotency: sql`created_at < clock_timestamp() - interval '24 hours'`,
  verification: sql`created_at < clock_timestamp() - interval '30 days'`,
  sandbox_code: sql`at < clock_timestamp() - interval '7 days'`,
  contact_change: sql`coalesce(done_at, stopped_at) < clock_timestamp() - interval '1 year'`,
  number_claim: sql`coalesce(done_at, objected_at) < clock_timestamp() - interval '1 year'`,
  rate_limit: sql`ends_at < clock_timestamp()`,
  lead: sql`created_at < clock_timestamp() - interval '90 days'`,
  notification: sql`at < clock_timestamp() - interval '1 year'`,
  // the number may be a stranger's
  invite: sql`created_at < clock_timestamp() - interval '30 days'`,
  deal_request: sql`created_at < clock_timestamp() - interval '30 days'`,
  webhook_message: sql`created_at < clock_timestamp() - interval '30 days'`,
  push_message: sql`created_at < clock_timestamp() - interval '7 days'`,
  whatsapp_message: sql`created_at < clock_timestamp() - interval '7 days'`,
  email: sql`coalesce(sent_at, given_up_at) < clock_timestamp() - interval '180 days'`,
}
export type ExpiringTable = keyof typeof EXPIRED
export const EXPIRING_TABLES = Object.keys(EXPIRED) as ExpiringTable[]

/** Deletes at most `limit` rows that have expired; answers how many. Rows that somebody holds wait for the next time. */
export async function deleteExpired(tx: Tx, table: ExpiringTable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${EXPIRED[table]} limit ${limit} for update skip locked))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
