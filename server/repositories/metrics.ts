/** What the metrics tell of the database. Counts and ages, nothing of a person. */
import { sql } from 'kysely'
import type { ReadTx } from '#server/db/transaction.ts'

/** By the index of running deadlines: a pass over the open deals, not over all. */
export async function countOpenDeals(tx: ReadTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from deal where due_at is not null group by status`.execute(tx)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Seconds since the oldest deadline that has passed and was not applied; zero when there is none. */
export async function deadlineLag(tx: ReadTx): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, coalesce(extract(epoch from product_now() - min(due_at)), 0))::float8 as lag
      from deal where due_at is not null and frozen_since is null`.execute(tx)
  return rows[0]?.lag ?? 0
}

/** Seconds since the oldest transfer that no block of the seal covers; zero when all are sealed. */
export async function sealLag(tx: ReadTx): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, coalesce(extract(epoch from product_now() - min(t.at)), 0))::float8 as lag
      from (select to_xid, after_transfer from seal_block order by no desc limit 1) last
      join transfer t on t.xid >= last.to_xid and t.no + 0 > last.after_transfer`.execute(tx)
  return rows[0]?.lag ?? 0
}

/** What the database takes on disk, in bytes. */
export async function databaseBytes(tx: ReadTx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Payouts that are not done, by status: those in `review` wait for the team. */
export async function countOpenPayouts(tx: ReadTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from payout where status not in ('paid', 'returned') group by status`.execute(
    tx,
  )
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** What each provider has of ours by the books, less what it holds in payees' names: fees and refunds are taken from it. */
export async function freeAtProviders(tx: ReadTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ provider: string; paise: number }>`
    select split_part(code, ':', 2) as provider, -balance_of(code) as paise from ledger_account
     where code >= 'gateway:' and code < 'gateway;' and code not like '%-hold'`.execute(tx)
  return new Map(rows.map(({ provider, paise }) => [provider, paise]))
}
