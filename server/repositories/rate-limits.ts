import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/** Counts one try in the window that is open for this key; answers how many there are and when it closes. Real time. */
export async function countHit(
  tx: Tx,
  key: string,
  windowMs: number,
): Promise<{ current: number; ttl: number }> {
  const { rows } = await sql<{ hits: number; ttl: number }>`
    insert into rate_limit (key, hits, ends_at)
    values (${key}, 1, clock_timestamp() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      hits = case when rate_limit.ends_at <= clock_timestamp() then 1 else rate_limit.hits + 1 end,
      ends_at = case when rate_limit.ends_at <= clock_timestamp() then excluded.ends_at else rate_limit.ends_at end
    returning hits, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000)::int as ttl`.execute(tx)
  const row = rows[0]
  return { current: row?.hits ?? 1, ttl: Math.max(1, row?.ttl ?? windowMs) }
}
