/** Asks the provider about pay-ins that have an order and are not paid yet: its report may be late or lost. */
import {
  askPayIn,
  claimPayIns,
  claimProbePayIns,
  endQuestion,
  postponePayIn,
} from '#server/services/money/checkout.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type PayInJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>
type ClaimedPayIn = Awaited<ReturnType<typeof claimPayIns>>[number]

export const payInQueue = ({ runInTransaction, settings, rails }: PayInJobContext): Queue<ClaimedPayIn> => ({
  name: 'pay_in',
  failure: 'asking about a pay-in failed, will retry',
  ...{ batchSize: 5, workers: 1, pauseMs: 0 },
  claim: async (limit) => [
    ...(await claimAlone(runInTransaction, (tx) => claimPayIns(tx, limit))),
    ...(await claimAlone(runInTransaction, claimProbePayIns)),
  ],
  handle: async (row) => {
    const heard = await askPayIn((fn) => runInTransaction((tx, now) => fn({ tx, now, settings })), rails, row)
    await runInTransaction((tx, now) => endQuestion({ tx, now, settings }, row, heard))
  },
  fail: (row, error) => runInTransaction((tx, now) => postponePayIn({ tx, now, settings }, row, error)),
})

export const startPayIns = ({ log, ...context }: PayInJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(payInQueue(context), log)
