/** What the first data of a database and the sandbox's clock need. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import type { UserRow } from './users.ts'

/** Any constant: processes that start at the same moment seed one after the other. */
const SEED_LOCK = 0x5eed

/** Held until the transaction ends. */
export const lockSeeding = (tx: Tx) => sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)

export const hasUsers = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined

export const hasAdmin = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('app_user').select('id').where('user_type', '=', 'Admin').executeTakeFirst()) !==
  undefined

/** The accounts with these e-mail addresses. */
export const listUsersByEmail = (tx: Tx, emails: readonly string[]): Promise<UserRow[]> =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .where('email', 'in', emails)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const advanceProductClock = (tx: Tx, byMs: number) =>
  sql`select advance_product_clock(${byMs})`.execute(tx)
