/** Devices and addresses that have signed in to an account, as hashes. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export type OriginKind = 'device' | 'address'
export interface OriginHash {
  readonly kind: OriginKind
  readonly hash: Buffer
}

/** Of `known_origin k`. */
export const isAmong = (origins: readonly OriginHash[]) => sql`
  (k.kind, k.hash) in (select * from unnest(${origins.map(({ kind }) => kind)}::text[],
                                            ${origins.map(({ hash }) => hash)}::bytea[]))`

/** Which of these are known of an account. */
export async function knownOriginsOf(
  tx: Tx,
  userId: number,
  origins: readonly OriginHash[],
): Promise<OriginKind[]> {
  const { rows } = await sql<{ kind: OriginKind }>`
    select k.kind from known_origin k where k.user_id = ${userId} and ${isAmong(origins)}`.execute(tx)
  return rows.map(({ kind }) => kind)
}

interface NewDevice {
  readonly origins: readonly OriginHash[]
  readonly days: number
}

/**
 * Whether a device is new to the account: it signed in within some days, or asks now and never signed in. What was
 * remembered in the same minute as the oldest was there at its opening. An account that no device has signed in to
 * (programs send none) is judged by its addresses.
 */
export async function hasNewDevice(tx: Tx, userId: number, { origins, days }: NewDevice): Promise<boolean> {
  const isRecent = sql`k.first_used_at > clock_timestamp() - make_interval(days => ${days})
    and exists (select from known_origin o where o.user_id = k.user_id
                 and o.first_used_at < k.first_used_at - interval '1 minute')`
  const asksAsDevice = origins.some(({ kind }) => kind === 'device')
  const { rows } = await sql<{ is_new: boolean }>`
    with k as (select k.*, ${isAmong(origins)} as is_here, ${isRecent} as is_recent
                 from known_origin k where k.user_id = ${userId})
    select case when ${asksAsDevice} or exists (select from k where kind = 'device')
      then not exists (select from k where kind = 'device' and is_here)
           or exists (select from k where kind = 'device' and is_recent)
      else not exists (select from k where is_here and not is_recent) end as is_new`.execute(tx)
  return rows[0]?.is_new !== false
}

export interface KnownPlace {
  readonly user_id: number
  readonly kind: OriginKind
}

/** Which of these have signed in to which account that names this phone. */
export async function knownOrigins(
  tx: Tx,
  phone: string,
  origins: readonly OriginHash[],
): Promise<KnownPlace[]> {
  const { rows } = await sql<KnownPlace>`
    select k.user_id, k.kind from known_origin k join app_user u on u.id = k.user_id
     where u.phone_number = ${phone} and u.deleted_at is null
       and ${isAmong(origins)}`.execute(tx)
  return rows
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
