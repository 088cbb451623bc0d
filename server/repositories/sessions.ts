/** Sessions and reset links by the hash of their token; they run on real time, not on the product's clock. */
import { sql } from 'kysely'
import type { Timed, Tx } from '../db/transaction.ts'
import { type Held, type HeldRow, heldOf } from './idempotency.ts'
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

export interface Entered {
  readonly now: Date
  /** Of a living session, with everything that authorising needs. */
  readonly user: UserRow | undefined
  /** Of a call with a key, which is taken for this transaction (`takeKey`). */
  readonly held: Held | null
}

const NO_KEY = sql`(select null::boolean, null::text, null::text)`

/** What every call with a token begins with, in one statement: the time, who asks, and his key. */
export async function enter(tx: Tx, tokenHash: Buffer, key: string | null): Promise<Entered> {
  const { rows } = await sql<Timed & HeldRow & (UserRow | Record<keyof UserRow, null>)>`
    select product_now() as now, held.is_mine, held.first_fingerprint, held.first_body, app_user.*
      from ${key === null ? NO_KEY : sql`take_key(null, ${tokenHash}, ${key})`} held (is_mine, first_fingerprint, first_body)
      left join (session join app_user on app_user.id = session.user_id and app_user.deleted_at is null)
        on session.token_hash = ${tokenHash} and session.expires_at > clock_timestamp()`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a left join of one row has a row')
  return { now: row.now, user: row.id === null ? undefined : row, held: key === null ? null : heldOf(row) }
}

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()

export const deleteSessionsOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('session').where('user_id', '=', userId).execute()

export const insertReset = (tx: Tx, row: { tokenHash: Buffer; userId: number }) =>
  tx
    .insertInto('password_reset')
    .values({ token_hash: row.tokenHash, user_id: row.userId, expires_at: hoursFromNow(1) })
    .execute()

/** Uses a reset link up; undefined when it is unknown, used or too old. */
export const consumeReset = (tx: Tx, row: { tokenHash: Buffer; userId: number }) =>
  tx
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', row.tokenHash)
    .where('user_id', '=', row.userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning('user_id')
    .executeTakeFirst()
