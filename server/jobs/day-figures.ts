/** Stores the figures of the days that are over, hourly. */
import { storeDayFigures } from '#server/services/admin/figures.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

const HOUR_MS = 3_600_000

export const startDayFigures = ({
  runInTransaction,
  settings,
  log,
}: Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>): Repeater =>
  runEvery({
    everyMs: () => HOUR_MS,
    work: () => runInTransaction((tx, now) => storeDayFigures({ tx, now, settings })),
    failure: 'figures of the days failed, will retry',
    log,
  })
