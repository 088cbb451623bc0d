/** Apps and their keys. A key is stored as its hash; times are real, as those of sessions. */
import { type Selectable, sql } from 'kysely'
import type { ApiVersion } from '#core/api-versions.ts'
import type { Scope } from '#core/scopes.ts'
import type { ApiKeyTable, AppTable } from '#server/db/tables.ts'
import type { TransactionStart, Tx } from '#server/db/transaction.ts'
import { claimFromRow, type KeyClaimRow } from './idempotency.ts'
import { type AuthContext, NO_KEY } from './sessions.ts'
import type { UserRow } from './users.ts'

export type AppRow = Selectable<AppTable>
export type ApiKeyRow = Omit<Selectable<ApiKeyTable>, 'hash'>

const KEY_COLUMNS = [
  'id',
  'app_id',
  'last4',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const

/** Over api_key. */
const isLiveKey = sql<boolean>`api_key.revoked_at is null
  and (api_key.expires_at is null or api_key.expires_at > clock_timestamp())`

export const insertApp = (tx: Tx, row: Pick<AppRow, 'id' | 'owner_id' | 'name' | 'mode' | 'version'>) =>
  tx.insertInto('app').values(row).returningAll().executeTakeFirstOrThrow()

export const listAppsOf = (tx: Tx, ownerId: number): Promise<AppRow[]> =>
  tx
    .selectFrom('app')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Locked: two keys that are made at the same moment must not both be the last one allowed. */
export const lockAppOf = (tx: Tx, ownerId: number, id: string): Promise<AppRow | undefined> =>
  tx
    .selectFrom('app')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findAppOf = (tx: Tx, ownerId: number, id: string): Promise<AppRow | undefined> =>
  tx
    .selectFrom('app')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export const listLiveKeys = (tx: Tx, appIds: readonly string[]): Promise<ApiKeyRow[]> =>
  tx
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where(sql<boolean>`app_id = any(${appIds})`)
    .where(isLiveKey)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertKey = (
  tx: Tx,
  row: { id: string; app_id: string; last4: string; hash: Buffer; scopes: readonly Scope[] },
): Promise<ApiKeyRow> =>
  tx
    .insertInto('api_key')
    .values({ ...row, scopes: [...row.scopes] })
    .returning(KEY_COLUMNS)
    .executeTakeFirstOrThrow()

/** Those that would work for longer. */
export const expireKeys = (tx: Tx, appId: string, hours: number) =>
  sql`update api_key set expires_at = clock_timestamp() + make_interval(hours => ${hours})
       where app_id = ${appId} and ${isLiveKey}
         and (expires_at is null or expires_at > clock_timestamp() + make_interval(hours => ${hours}))`.execute(
    tx,
  )

export async function revokeKey(tx: Tx, appId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_key set revoked_at = clock_timestamp()
     where id = ${id} and app_id = ${appId} and ${isLiveKey}`.execute(tx)
  return numAffectedRows === 1n
}

export async function revokeAppRow(tx: Tx, id: string): Promise<void> {
  await sql`update api_key set revoked_at = clock_timestamp() where app_id = ${id} and revoked_at is null`.execute(
    tx,
  )
  await sql`update app set revoked_at = clock_timestamp() where id = ${id}`.execute(tx)
}

/** With the account: no key works any more, and what the apps were called is forgotten. */
export async function eraseAppsOf(tx: Tx, ownerId: number): Promise<void> {
  await sql`update api_key set revoked_at = clock_timestamp()
             where revoked_at is null and app_id in (select id from app where owner_id = ${ownerId})`.execute(
    tx,
  )
  // an address may name a person
  await sql`update webhook_endpoint set url = '', deleted_at = coalesce(deleted_at, clock_timestamp())
             where app_id in (select id from app where owner_id = ${ownerId})`.execute(tx)
  await sql`update app set name = '', revoked_at = coalesce(revoked_at, clock_timestamp())
             where owner_id = ${ownerId}`.execute(tx)
}

/** Every use would write a row for every call. */
export const touchKey = (tx: Tx, hash: Buffer) =>
  sql`update api_key set last_used_at = clock_timestamp() where hash = ${hash}`.execute(tx)

interface CallerKeyRow {
  readonly id: string
  readonly appId: string
  readonly scopes: readonly Scope[]
  readonly version: ApiVersion
}

export interface KeyAuthContext extends AuthContext {
  readonly apiKey: CallerKeyRow | null
}

interface KeyState {
  readonly key_id: string | null
  readonly key_app: string | null
  readonly key_scopes: Scope[] | null
  readonly key_version: ApiVersion | null
  readonly is_touch_due: boolean | null
}

/**
 * As `authenticate` of sessions, for a request with a key: the product time, the key's owner, and the claim of the
 * idempotency key. Whoever has joined the team since has no keys.
 */
export async function authenticateKey(tx: Tx, hash: Buffer, key: string | null): Promise<KeyAuthContext> {
  type Row = TransactionStart & KeyClaimRow & KeyState & (UserRow | Record<keyof UserRow, null>)
  const owner = sql`(select app.owner_id from api_key join app on app.id = api_key.app_id where api_key.hash = ${hash})`
  const { rows } = await sql<Row>`
    select product_now() as now, claim.is_claimed, claim.first_fingerprint, claim.first_body, app_user.*,
           api_key.id as key_id, app.id as key_app, api_key.scopes as key_scopes, app.version as key_version,
           (api_key.last_used_at is null or api_key.last_used_at < clock_timestamp() - interval '1 minute') as is_touch_due
      from ${key === null ? NO_KEY : sql`claim_key(${owner}, null, ${key})`} claim (is_claimed, first_fingerprint, first_body)
      left join (api_key
                 join app on app.id = api_key.app_id and app.revoked_at is null
                 join app_user on app_user.id = app.owner_id and app_user.deleted_at is null
                  and app_user.user_type not in ('Admin', 'Mediator'))
        on api_key.hash = ${hash} and ${isLiveKey}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a left join of one row has a row')
  const { key_id, key_app, key_scopes, key_version } = row
  return {
    now: row.now,
    user: row.id === null ? undefined : row,
    secondFactorAgeMs: null,
    isTouchDue: row.is_touch_due === true && row.id !== null,
    claim: key === null ? null : claimFromRow(row),
    apiKey:
      key_id && key_app && key_scopes && key_version
        ? { id: key_id, appId: key_app, scopes: key_scopes, version: key_version }
        : null,
  }
}
