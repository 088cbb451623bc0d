/** Works on reports of providers that the request which brought them could not apply. */
import { applyReport, claimReports, postponeReport, type ReportClaim } from '#server/services/money/inbox.ts'
import type { JobContext } from './job-context.ts'
import { type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type InboxJobContext = Pick<JobContext, 'runInTransaction' | 'settings'>

export const inboxQueue = ({ runInTransaction, settings }: InboxJobContext): Queue<ReportClaim> => ({
  name: 'webhook_event',
  failure: 'report of a provider could not be applied',
  batchSize: 10,
  workers: 1,
  pauseMs: 0,
  claim: (limit) => runInTransaction((tx, now) => claimReports({ tx, now, settings }, limit)),
  handle: ({ id }) => runInTransaction((tx, now) => applyReport({ tx, now, settings }, id)),
  fail: (row, error) => runInTransaction((tx) => postponeReport({ tx }, row, error)),
})

export const startInbox = (context: InboxJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(inboxQueue(context), context.log)
