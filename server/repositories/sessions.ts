/** Sessions and reset links by the hash of their token; they run on real time, not on the product's clock. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

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
