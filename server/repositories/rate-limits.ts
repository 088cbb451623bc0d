import { sql } from 'kysely'
import { prepare } from '#server/db/prepare.ts'
import type { TransactionStart, Tx } from '#server/db/transaction.ts'

export interface HitCount extends TransactionStart {
  readonly current: number
  /** Milliseconds until the window closes. */
  readonly ttl: number
}

/** Counts one hit in the window that is open for this key. Windows run on real time, not on the product clock. */
export async function countHit(tx: Tx, key: string, windowMs: number): Promise<HitCount> {
  const { rows } = await sql<TransactionStart & { hits: number; ttl: number }>`
    insert into rate_limit (key, hits, ends_at)
    values (${key}, 1, clock_timestamp() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      hits = case when rate_limit.ends_at <= clock_timestamp() then 1 else rate_limit.hits + 1 end,
      ends_at = case when rate_limit.ends_at <= clock_timestamp() then excluded.ends_at else rate_limit.ends_at end
    returning product_now() as now, hits,
              ceil(extract(epoch from ends_at - clock_timestamp()) * 1000)::int as ttl`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an upsert of one row returns a row')
  return { now: row.now, current: row.hits, ttl: Math.max(1, row.ttl) }
}

export interface CallCount {
  readonly kind: 'reads' | 'writes'
  /** So many at once. */
  readonly calls: number
  readonly windowMs: number
}

export interface CallTotals extends TransactionStart {
  readonly by_token: number
  readonly by_user: number
  /** Milliseconds until the later window closes. */
  readonly ttl: number
  /** And until the earlier one does: so long the totals hold. */
  readonly open_ms: number
}

const upsertCounts = prepare(
  (_tx: Tx, { tokenHash, kind, calls, windowMs }: CallCount & { readonly tokenHash: Buffer }) =>
    sql<CallTotals>`
    with keys as (
      select kind, ${kind}::text || ' ' || kind || ' ' || id as key
        from (select token_hash, user_id from session
               where token_hash = ${tokenHash} and expires_at > clock_timestamp()
              union all
              select api_key.hash, app.owner_id from api_key join app on app.id = api_key.app_id
               where api_key.hash = ${tokenHash} and api_key.revoked_at is null) s,
             lateral (values ('token', encode(s.token_hash, 'hex')), ('user', s.user_id::text)) k (kind, id)
    ), counted as (
      insert into rate_limit (key, hits, ends_at)
      select key, ${calls}::int, clock_timestamp() + ${windowMs} * interval '1 millisecond' from keys order by key
      on conflict (key) do update set
        hits = case when rate_limit.ends_at <= clock_timestamp() then excluded.hits else rate_limit.hits + excluded.hits end,
        ends_at = case when rate_limit.ends_at <= clock_timestamp() then excluded.ends_at else rate_limit.ends_at end
      returning key, hits, ends_at
    )
    select product_now() as now,
           coalesce(max(hits) filter (where kind = 'token'), 0) as by_token,
           coalesce(max(hits) filter (where kind = 'user'), 0) as by_user,
           coalesce(ceil(extract(epoch from max(ends_at) - clock_timestamp()) * 1000)::int, 0) as ttl,
           coalesce(floor(extract(epoch from min(ends_at) - clock_timestamp()) * 1000)::int, 0) as open_ms
      from counted join keys using (key)`,
)

/** Counts calls of a session or a key, and of its user, in one statement; zeros for a token that signs nobody in. */
export async function countCalls(tx: Tx, tokenHash: Buffer, count: CallCount): Promise<CallTotals> {
  const { rows } = await upsertCounts(tx, { tokenHash, ...count })
  const [row] = rows
  if (!row) throw new Error('an aggregate without groups is one row')
  return row
}
