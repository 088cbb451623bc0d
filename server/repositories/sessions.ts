/** Sessions by the hash of their token. They expire on real time, not on the product clock. */
import { type RawBuilder, sql } from 'kysely'
import { prepare } from '#server/db/prepare.ts'
import { PRODUCT_TIME } from '#server/db/product-time.ts'
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
  /** How long ago this session showed the second factor; null if it did not. */
  readonly secondFactorAgeMs: number | null
  /** Its last use is no longer what is stored of it. */
  readonly isTouchDue: boolean
  /** Set for a request with an idempotency key: it is claimed for this transaction. */
  readonly claim: KeyClaim | null
}

/** The team's sessions: hours in all, and minutes without a call. */
const TEAM_HOURS = 8
const TEAM_IDLE_MINUTES = 15

/** Over session and app_user. Whoever has joined the team since they signed in is held to it at once. */
export const isLiveSession = sql<boolean>`session.expires_at > clock_timestamp() and (
  app_user.user_type not in ('Admin', 'Mediator')
  or (session.used_at > clock_timestamp() - make_interval(mins => ${sql.lit(TEAM_IDLE_MINUTES)})
      and session.created_at > clock_timestamp() - make_interval(hours => ${sql.lit(TEAM_HOURS)})))`

/** More often would write a row for every call: the team's sessions end by it, others say by it when they were last used. */
const isTouchDue = sql<boolean>`session.used_at < clock_timestamp()
  - case when app_user.user_type in ('Admin', 'Mediator') then interval '10 seconds' else interval '1 hour' end`

interface SessionState {
  readonly second_factor_age_ms: number | null
  readonly is_touch_due: boolean | null
}

export const NO_KEY = sql`(select null::boolean, null::text, null::text)`

type AuthRow = TransactionStart & KeyClaimRow & SessionState & (UserRow | Record<keyof UserRow, null>)

const selectSession = (tokenHash: Buffer, claim: RawBuilder<unknown>) => sql<AuthRow>`
    select ${PRODUCT_TIME} as now, claim.is_claimed, claim.first_fingerprint, claim.first_body, app_user.*,
           extract(epoch from clock_timestamp() - session.second_factor_at)::float8 * 1000 as second_factor_age_ms,
           ${isTouchDue} as is_touch_due
      from product_clock, ${claim} claim (is_claimed, first_fingerprint, first_body)
      left join (session join app_user on app_user.id = session.user_id and app_user.deleted_at is null)
        on session.token_hash = ${tokenHash} and ${isLiveSession}`

const selectWithoutKey = prepare((_tx: Tx, { tokenHash }: { tokenHash: Buffer }) =>
  selectSession(tokenHash, NO_KEY),
)
const selectWithKey = prepare((_tx: Tx, { tokenHash, key }: { tokenHash: Buffer; key: string }) =>
  selectSession(tokenHash, sql`claim_key(null, ${tokenHash}, ${key})`),
)

/** First statement of every request with a token: the product time, the user, and the claim of the idempotency key. */
export async function authenticate(tx: Tx, tokenHash: Buffer, key: string | null): Promise<AuthContext> {
  const session = key === null ? selectWithoutKey(tx, { tokenHash }) : selectWithKey(tx, { tokenHash, key })
  const { rows } = await session
  const row = rows[0]
  if (!row) throw new Error('a left join of one row has a row')
  return {
    now: row.now,
    user: row.id === null ? undefined : row,
    secondFactorAgeMs: row.second_factor_age_ms,
    isTouchDue: row.is_touch_due === true,
    claim: key === null ? null : claimFromRow(row),
  }
}

export const touchSession = (tx: Tx, tokenHash: Buffer) =>
  sql`update session set used_at = clock_timestamp() where token_hash = ${tokenHash}`.execute(tx)

export const markSecondFactor = (tx: Tx, tokenHash: Buffer) =>
  sql`update session set second_factor_at = clock_timestamp() where token_hash = ${tokenHash}`.execute(tx)

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()

/** Keys of their apps too: whoever was in the account before may have made one. */
export async function deleteSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await sql`update api_key set revoked_at = clock_timestamp()
             where revoked_at is null and app_id in (select id from app where owner_id = ${userId})`.execute(
    tx,
  )
}
