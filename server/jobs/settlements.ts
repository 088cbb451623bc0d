/** Every quarter of an hour: reads the days of the providers' settlement reports that are due (11:00 in India). */
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { readReports } from '#server/services/settlements/read-reports.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type SettlementContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>

const EVERY_MS = 15 * 60_000

export function readSettlements({ runInTransaction, settings, rails }: SettlementContext): Promise<void> {
  const inTransaction: InTransaction<Ctx> = (fn) => runInTransaction((tx, now) => fn({ tx, now, settings }))
  return readReports(inTransaction, rails)
}

export const startSettlements = (context: SettlementContext & Pick<JobContext, 'log'>): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => readSettlements(context),
    failure: 'reading a settlement report failed, will retry',
    log: context.log,
  })
