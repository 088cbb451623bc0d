/**
 * Deletes expired rows (sessions, reset links, saved responses, rate limits, old notices) and truncates old addresses of
 * the audit log, and empties old reports of providers and old files of statements, in batches every ten minutes.
 */

import { truncateOldAddresses } from '#server/services/audit/retention.ts'
import { forgetReports } from '#server/services/money/forget-reports.ts'
import { deleteExpiredRows } from '#server/services/privacy/delete-expired.ts'
import { forgetStatementFiles } from '#server/services/statements/files.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type CleanUpContext = Pick<JobContext, 'runInTransaction' | 'log'>

const EVERY_MS = 600_000

/** How many rows were deleted, by table. */
export async function cleanUp({ runInTransaction, log }: CleanUpContext): Promise<Record<string, number>> {
  const deleted = await deleteExpiredRows(runInTransaction)
  const truncated = await truncateOldAddresses(runInTransaction)
  const emptied = await forgetReports(runInTransaction)
  const forgotten = await forgetStatementFiles(runInTransaction)
  if (forgotten > 0) log.info({ forgotten }, 'old files of statements emptied')
  if (emptied > 0) log.info({ emptied }, 'old reports of providers emptied')
  if (truncated > 0) log.info({ truncated }, 'addresses of the audit log truncated')
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted }, 'expired rows deleted')
  return deleted
}

export const startCleanUp = (context: CleanUpContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => cleanUp(context),
    failure: 'clean-up failed, will retry',
    log: context.log,
  })
