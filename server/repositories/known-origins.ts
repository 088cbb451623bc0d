/** Devices and addresses that have signed in to an account, as hashes. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export type OriginKind = 'device' | 'address'
export interface OriginHash {
  readonly kind: OriginKind
  readonly hash: Buffer
}

const among = (origins: readonly OriginHash[]) => sql`
  (k.kind, k.hash) in (select * from unnest(${origins.map(({ kind }) => kind)}::text[],
                                            ${origins.map(({ hash }) => hash)}::bytea[]))`

/** Which of these are known of an account. */
export async function knownOriginsOf(
  tx: Tx,
  userId: number,
  origins: readonly OriginHash[],
): Promise<OriginKind[]> {
  const { rows } = await sql<{ kind: OriginKind }>`
    select k.kind from known_origin k where k.user_id = ${userId} and ${among(origins)}`.execute(tx)
  return rows.map(({ kind }) => kind)
}

/** Which of these have signed in to the account of this phone. */
export async function knownOrigins(
  tx: Tx,
  phone: string,
  origins: readonly OriginHash[],
): Promise<OriginKind[]> {
  const { rows } = await sql<{ kind: OriginKind }>`
    select k.kind from known_origin k join app_user u on u.id = k.user_id
     where u.phone_number = ${phone} and u.deleted_at is null
       and ${among(origins)}`.execute(tx)
  return rows.map(({ kind }) => kind)
}

export async function rememberOrigins(tx: Tx, userId: number, origins: readonly OriginHash[]): Promise<void> {
  if (origins.length === 0) return
  await tx
    .insertInto('known_origin')
    .values(origins.map((origin) => ({ user_id: userId, ...origin })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'hash'])
        .doUpdateSet({ last_used_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

export const forgetOrigins = (tx: Tx, userId: number) =>
  tx.deleteFrom('known_origin').where('user_id', '=', userId).execute()
