/** What the metrics tell of the database. Counts and ages, nothing of a person. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** By the index of running deadlines: a pass over the open deals, not over all. */
export async function countOpenDeals(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from deal where due_at is not null group by status`.execute(tx)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Seconds since the oldest deadline that has passed and was not applied; zero when there is none. */
export async function deadlineLag(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, coalesce(extract(epoch from product_now() - min(due_at)), 0))::float8 as lag
      from deal where due_at is not null`.execute(tx)
  return rows[0]?.lag ?? 0
}

/** Payouts that are not done, by status: those in `review` wait for the team. */
export async function countOpenPayouts(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from payout where status not in ('paid', 'returned') group by status`.execute(
    tx,
  )
  return new Map(rows.map(({ status, count }) => [status, count]))
}
