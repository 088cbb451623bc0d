/** Sends payouts, and asks what became of them. The rail is called outside any transaction. */
import { beginWith } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import type { OutFact, RailAnswer } from '#server/rails/rail.ts'
import { dueBeforePayouts, payoutSignal, rejudgeDue } from '#server/services/money/queue-payout.ts'
import {
  beginPayout,
  claimPayouts,
  claimProbePayouts,
  endPayout,
  leavePayout,
  lockPayout,
  type PayoutClaim,
  postponePayout,
  type StartedAttempt,
} from '#server/services/money/send-payout.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type PayoutJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>

/** Holds that are looked at again before a claim. */
const DUE_HOLDS = 20

/** Holds end by the minute and pauses by the second, while each payout that is queued wakes the job. */
const LOOK_EVERY_MS = 1_000

/** What the rail did is unknown when it throws: it is asked. */
async function answerOf({ ask, order }: StartedAttempt): Promise<RailAnswer<OutFact | 'none'>> {
  try {
    return await ask(order)
  } catch (error) {
    return { is: 'unknown', detail: (error as Error).message }
  }
}

/** `lookEveryMs`: how often it looks for holds and pauses that have ended; before each claim unless said. */
export function payoutQueue(
  { runInTransaction, settings, rails }: PayoutJobContext,
  lookEveryMs = 0,
): Queue<PayoutClaim> {
  let nextLook = 0
  const findDue = async () => {
    if (performance.now() < nextLook) return undefined
    nextLook = performance.now() + lookEveryMs
    const [due] = await claimAlone(runInTransaction, async (tx) => [await dueBeforePayouts(tx)])
    return due
  }
  return {
    name: 'payout',
    failure: 'payout job failed, will retry',
    // Four transactions at once at most: more would take the pool's connections from requests.
    batchSize: 2,
    workers: 2,
    pauseMs: 0,
    claim: async (limit) => {
      const due = await findDue()
      if (due?.holds) {
        await runInTransaction((tx, now) => rejudgeDue({ tx, now, settings }, DUE_HOLDS))
        // there may be more of them
        nextLook = 0
      }
      const claimed = await claimAlone(runInTransaction, (tx) => claimPayouts(tx, limit))
      return due?.probes ? [...claimed, ...(await claimAlone(runInTransaction, claimProbePayouts))] : claimed
    },
    handle: async (claim) => {
      const { id } = claim
      const locked = beginWith((tx) => lockPayout(tx, id))
      const attempt = await runInTransaction(
        (tx, now, { first }) => beginPayout({ tx, now, settings }, rails, first),
        locked,
      )
      if (!attempt) {
        await runInTransaction((tx, now) => leavePayout({ tx, now, settings }, claim))
        return
      }
      const answer = await answerOf(attempt)
      const evidence = await runInTransaction(
        (tx, now, { first }) => endPayout({ tx, now, settings }, first, { attempt, answer }),
        locked,
      )
      // after the commit: it is logged and counted, and the row is put off
      if (evidence.is === 'unsent') throw new Error(`the provider refuses our settings: ${evidence.detail}`)
    },
    fail: (row) => runInTransaction((tx, now) => postponePayout({ tx, now, settings }, row)),
  }
}

export function startPayouts(context: PayoutJobContext & { readonly log: Log }): Repeater {
  const queue = startQueue(payoutQueue(context, LOOK_EVERY_MS), context.log)
  payoutSignal.on('queued', queue.wake)
  return {
    wake: queue.wake,
    stop: async () => {
      payoutSignal.off('queued', queue.wake)
      await queue.stop()
    },
  }
}
