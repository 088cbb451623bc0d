/** Sessions by the hash of their token. They expire on real time, not on the product clock. */
import { sql } from 'kysely'
import type { TransactionStart, Tx } from '#server/db/transaction.ts'
import { claimFromRow, type KeyClaim, type KeyClaimRow } from './idempotency.ts'
import type { UserRow } from './users.ts'

const hoursFromNow = (hours: number) => sql<Date>`clock_timestamp() + make_interval(hours => ${hours})`

export const insertSession = (
  tx: Tx,
  row: { tokenHash: Buffer; userId: number; remember: boolean; hours: number; device: string | null },
) =>
  tx
    .insertInto('session')
    .values({
      token_hash: row.tokenHash,
      user_id: row.userId,
      remember: row.remember,
      device: row.device,
      expires_at: hoursFromNow(row.hours),
    })
    .execute()

export interface AuthContext {
  readonly now: Date
  /** The user of a session that has not expired. */
  readonly user: UserRow | undefined
  /** Set for a request with an idempotency key: it is claimed for this transaction. */
  readonly claim: KeyClaim | null
}

const NO_KEY = sql`(select null::boolean, null::text, null::text)`

/** First statement of every request with a token: the product time, the user, and the claim of the idempotency key. */
export async function authenticate(tx: Tx, tokenHash: Buffer, key: string | null): Promise<AuthContext> {
  const { rows } = await sql<TransactionStart & KeyClaimRow & (UserRow | Record<keyof UserRow, null>)>`
    select product_now() as now, claim.is_claimed, claim.first_fingerprint, claim.first_body, app_user.*
      from ${key === null ? NO_KEY : sql`claim_key(null, ${tokenHash}, ${key})`} claim (is_claimed, first_fingerprint, first_body)
      left join (session join app_user on app_user.id = session.user_id and app_user.deleted_at is null)
        on session.token_hash = ${tokenHash} and session.expires_at > clock_timestamp()`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a left join of one row has a row')
  return {
    now: row.now,
    user: row.id === null ? undefined : row,
    claim: key === null ? null : claimFromRow(row),
  }
}

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()

export const deleteSessionsOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('session').where('user_id', '=', userId).execute()
