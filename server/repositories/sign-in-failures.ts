/** Failed sign-ins by key, on real time; a key is forgotten some minutes after its first failure. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export interface FailureCount {
  readonly key: Buffer
  readonly failures: number
  /** Milliseconds until the next try; 0 or less: now. */
  readonly waitMs: number
}

/** The counts of these keys, locked in the order given: tries that come together are counted one after another. */
export async function lockFailures(
  tx: Tx,
  keys: readonly Buffer[],
  windowMs: number,
): Promise<FailureCount[]> {
  const counts: FailureCount[] = []
  for (const key of keys) {
    const { rows } = await sql<{ failures: number; wait_ms: number }>`
      insert into sign_in_failure as f (key, ends_at)
      values (${key}, clock_timestamp() + ${windowMs} * interval '1 millisecond')
      on conflict (key) do update set
        failures = case when f.ends_at <= clock_timestamp() then 0 else f.failures end,
        next_try_at = case when f.ends_at <= clock_timestamp() then clock_timestamp() else f.next_try_at end,
        ends_at = greatest(f.ends_at, case when f.ends_at <= clock_timestamp() then excluded.ends_at end)
      returning failures, extract(epoch from next_try_at - clock_timestamp())::float8 * 1000 as wait_ms`.execute(
      tx,
    )
    counts.push({ key, failures: rows[0]?.failures ?? 0, waitMs: rows[0]?.wait_ms ?? 0 })
  }
  return counts
}

export const setFailures = (
  tx: Tx,
  { key, failures, waitMs }: { key: Buffer; failures: number; waitMs: number },
) =>
  sql`update sign_in_failure set failures = ${failures},
             next_try_at = clock_timestamp() + ${waitMs} * interval '1 millisecond'
       where key = ${key}`.execute(tx)

/** After a sign-in: none for this address, one less for the phone. */
export async function forgiveFailure(
  tx: Tx,
  { all, one }: { all: readonly Buffer[]; one: readonly Buffer[] },
) {
  for (const key of all) await sql`delete from sign_in_failure where key = ${key}`.execute(tx)
  for (const key of one)
    await sql`update sign_in_failure set failures = greatest(0, failures - 1) where key = ${key}`.execute(tx)
}
