/** Work outside of the database for after the commit, written in the same transaction. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

export interface Jobs {
  payout: { payoutId: string }
}

/** `runInMs` counts on real time. */
export async function addJob<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  runInMs = 0,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => clock_timestamp() + ${runInMs} * interval '1 millisecond')`.execute(tx)
}

/** Longer than any job of ours takes. A worker that was killed holds its jobs, and the runner itself waits for 4 hours. */
const STALE = sql`interval '5 minutes'`

/** Gives the jobs of dead workers back; answers how many. Whatever it does twice is made for that. */
export async function freeStaleJobs(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_at < clock_timestamp() - ${STALE}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Payouts that wait and that no job will send any more, as after its last try failed. */
export async function listForgottenPayouts(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payout p
     where p.status in ('queued', 'sent', 'failed') and not exists (
       select from graphile_worker._private_jobs j
        where j.payload->>'payoutId' = p.id and j.attempts < j.max_attempts)
     limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
