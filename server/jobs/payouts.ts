/** Sends payouts. The rail is called outside any transaction; its reference is the same on every attempt. */
import type { Log } from '#server/log.ts'
import type { PayoutOrder, PayoutResult, Rail } from '#server/rails/rail.ts'
import { payoutSignal, rejudgeDue } from '#server/services/money/queue-payout.ts'
import {
  beginPayout,
  claimPayouts,
  endPayout,
  type PayoutClaim,
  postponePayout,
} from '#server/services/money/send-payout.ts'
import type { JobContext } from './job-context.ts'
import { type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type PayoutJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>

/** Holds that are looked at again before each claim. */
const DUE_HOLDS = 20

/** What the rail did is unknown when it throws: the next attempt asks it again with the same reference. */
async function payOut(rail: Rail, order: PayoutOrder): Promise<PayoutResult> {
  try {
    return await rail.payOut(order)
  } catch (error) {
    return { outcome: 'unknown', detail: (error as Error).message.slice(0, 300) }
  }
}

export function payoutQueue({ runInTransaction, settings, rails }: PayoutJobContext): Queue<PayoutClaim> {
  return {
    name: 'payout',
    failure: 'payout job failed, will retry',
    // Four transactions at once at most: more would take the pool's connections from requests.
    batchSize: 2,
    workers: 2,
    pauseMs: 0,
    claim: async (limit) => {
      await runInTransaction((tx, now) => rejudgeDue({ tx, now, settings }, DUE_HOLDS))
      return runInTransaction((tx, now) => claimPayouts({ tx, now, settings }, limit))
    },
    handle: async ({ id }) => {
      const attempt = await runInTransaction((tx, now) => beginPayout({ tx, now, settings }, rails, id))
      if (!attempt) return
      const result = await payOut(attempt.rail, attempt.order)
      await runInTransaction((tx, now) => endPayout({ tx, now, settings }, attempt, result))
    },
    fail: (row) => runInTransaction((tx, now) => postponePayout({ tx, now, settings }, row)),
  }
}

export function startPayouts(context: PayoutJobContext & { readonly log: Log }): Repeater {
  const queue = startQueue(payoutQueue(context), context.log)
  payoutSignal.on('queued', queue.wake)
  return {
    wake: queue.wake,
    stop: async () => {
      payoutSignal.off('queued', queue.wake)
      await queue.stop()
    },
  }
}
