/**
 * Whether as many synchronous standbys follow the database as SYNC_STANDBYS asks for. Without one a commit is on one disk,
 * and PostgreSQL says nothing. Money goes on: to stop it is the engine's own strict mode (docs/operations/install.md).
 */
import { sql } from 'kysely'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type StandbyContext = Pick<JobContext, 'runInTransaction' | 'log'>

const CHECK_MS = 10_000

let latest: number | null = null
/** As of the last check; null when none was made, or when the program may not see. */
export const syncStandbyCount = (): number | null => latest

/** Null without the right to see: others' rows of the view are empty then. */
const countStandbys = (runInTransaction: RunInTransaction): Promise<number | null> =>
  runInTransaction(async (tx) => {
    const { rows } = await sql<{ count: number | null }>`
      select case when pg_has_role(current_user, 'pg_monitor', 'usage')
        then (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) end as count`.execute(
      tx,
    )
    return rows[0]?.count ?? null
  })

export async function checkStandbys(
  { runInTransaction, log }: StandbyContext,
  wanted: number,
): Promise<void> {
  latest = await countStandbys(runInTransaction)
  if (latest !== null && latest >= wanted) {
    if (clearAlarm('standby_missing')) log.info({ count: latest }, 'synchronous standbys are complete again')
    return
  }
  const words =
    latest === null
      ? 'Synchronous standbys cannot be counted: grant pg_monitor to amanat_app'
      : `${latest} of ${wanted} synchronous standbys follow: a commit may be on one disk alone`
  if (raiseAlarm('standby_missing', words)) log.error(words)
}

export const startStandbyCheck = (context: StandbyContext, wanted: number): Repeater =>
  runEvery({
    everyMs: CHECK_MS,
    work: () => checkStandbys(context, wanted),
    failure: 'standby check failed, will retry',
    log: context.log,
  })
