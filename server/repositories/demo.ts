/** What the first data of a database and the sandbox's clock need. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Any constant: processes that start at the same moment seed one after the other. */
const SEED_LOCK = 0x5eed

/** Held until the transaction ends. */
export const lockSeeding = (tx: Tx) => sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)

export const hasUsers = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined

export const hasAdmin = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('app_user').select('id').where('user_type', '=', 'Admin').executeTakeFirst()) !==
  undefined

/** The phones of the accounts with these e-mail addresses. */
export async function listPhonesByEmail(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('app_user').select('phone_number').where('email', 'in', emails).execute()
  return new Set(rows.map((row) => row.phone_number))
}

export const advanceProductClock = (tx: Tx, byMs: number) =>
  sql`select advance_product_clock(${byMs})`.execute(tx)
