/** Work for after the commit, written in the same transaction. */
import { sql } from 'kysely'
import type { Parts } from '../../core/charges.ts'
import type { Moving } from '../../core/lifecycle/allowed.ts'
import type { FeeFate } from '../../core/lifecycle/facts.ts'
import type { Party, Status } from '../../core/lifecycle/states.ts'
import type { Tx } from '../db/transaction.ts'

/** A deal right after a move. Notices tell this, since the deal may have moved on when the job runs. */
export interface After {
  readonly from: Status | null
  readonly status: Status
  readonly dueAt: number | null
  readonly move: readonly Moving[]
  readonly isHeld: boolean
  /** Who got what of the hold; null while it stays or when there is none. */
  readonly paid: Parts | null
  readonly fees: Readonly<Record<Party, { readonly fate: FeeFate | null; readonly isDue: boolean }>>
  readonly feePaise: number
  readonly complainant: Party | null
}

export interface Jobs {
  notify: { dealId: string; seq: number; after: After }
  payout: { payoutId: string }
  mail: { mailIds: readonly number[] }
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
