/** Sessions and reset links by the hash of their token; they run on real time, not on the product's clock. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
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

/** The user of a living session, with everything that authorising needs. */
export const findSessionUser = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .selectAll('app_user')
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst()

/** The same, and his key taken for this transaction (`takeKey`), in one statement. */
export async function findSessionUserTakingKey(
  tx: Tx,
  tokenHash: Buffer,
  key: string,
): Promise<{ user: UserRow | undefined; held: Held }> {
  const { rows } = await sql<HeldRow & (UserRow | Record<keyof UserRow, null>)>`
    select held.is_mine, held.first_fingerprint, held.first_body, app_user.*
      from take_key(null, ${tokenHash}, ${key}) held (is_mine, first_fingerprint, first_body)
      left join (session join app_user on app_user.id = session.user_id and app_user.deleted_at is null)
        on session.token_hash = ${tokenHash} and session.expires_at > clock_timestamp()`.execute(tx)
  const row = rows[0]
  return { user: row && row.id !== null ? row : undefined, held: heldOf(row) }
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
