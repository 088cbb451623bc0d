/** Work for after the commit, written in the same transaction. */
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

export interface Jobs {
  notify: { dealId: string; seq: number }
  payout: { payoutId: string }
  mail: { mailId: number }
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
