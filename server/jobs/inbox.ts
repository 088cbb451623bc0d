/** Works on reports of providers that the request which brought them could not apply. */
import { beginWith } from '#server/db/transaction.ts'
import {
  applyReport,
  claimReports,
  lockReport,
  postponeReport,
  type ReportClaim,
} from '#server/services/money/inbox.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type InboxJobContext = Pick<JobContext, 'runInTransaction' | 'settings'>

export const inboxQueue = ({ runInTransaction, settings }: InboxJobContext): Queue<ReportClaim> => ({
  name: 'webhook_event',
  failure: 'report of a provider could not be applied',
  batchSize: 10,
  workers: 1,
  pauseMs: 0,
  claim: (limit) => claimAlone(runInTransaction, (tx) => claimReports(tx, limit)),
  handle: ({ id }) =>
    runInTransaction(
      (tx, now, { first }) => applyReport({ tx, now, settings }, first),
      beginWith((tx) => lockReport(tx, id)),
    ),
  fail: (row, error) => runInTransaction((tx) => postponeReport({ tx }, row, error)),
})

export const startInbox = (context: InboxJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(inboxQueue(context), context.log)
