/** Asks the provider about pay-ins that have an order and are not paid yet: its report may be late or lost. */
import { askPayIn, claimPayIns, postponePayIn } from '#server/services/money/checkout.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type PayInJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>
type ClaimedPayIn = Awaited<ReturnType<typeof claimPayIns>>[number]

export const payInQueue = ({ runInTransaction, settings, rails }: PayInJobContext): Queue<ClaimedPayIn> => ({
  name: 'pay_in',
  failure: 'asking about a pay-in failed, will retry',
  ...{ batchSize: 5, workers: 1, pauseMs: 0 },
  claim: (limit) => claimAlone(runInTransaction, (tx) => claimPayIns(tx, limit)),
  handle: async (row) => {
    const isAnswered = await askPayIn(
      (fn) => runInTransaction((tx, now) => fn({ tx, now, settings })),
      rails,
      row,
    )
    if (!isAnswered) throw new Error('the provider did not answer')
    await runInTransaction((tx) => postponePayIn({ tx }, row))
  },
  fail: (row) => runInTransaction((tx) => postponePayIn({ tx }, row)),
})

export const startPayIns = ({ log, ...context }: PayInJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(payInQueue(context), log)
