/** What is published of the books: of a day that is over, and the newest seal. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Deals whose money was held at that moment. */
export async function countHoldingAt(tx: Tx, at: Date): Promise<number> {
  const { rows } = await sql<{ deals: number }>`
    select count(*)::int as deals from deal
     where funded_at <= ${at} and (ended_at is null or ended_at > ${at})`.execute(tx)
  return rows[0]?.deals ?? 0
}

export interface NewestSeal {
  readonly no: number
  readonly hash: string
  readonly sealed_at: Date
}

/** Null before anything was sealed: the first block is empty. */
export async function findNewestSeal(tx: Tx): Promise<NewestSeal | null> {
  const { rows } = await sql<NewestSeal>`
    select no, hash, sealed_at from seal_block where no > 0 order by no desc limit 1`.execute(tx)
  return rows[0] ?? null
}
