/** Sends payouts, and asks what became of them. The rail is called outside any transaction. */
import { beginWith } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import type { OutFact, RailAnswer } from '#server/rails/rail.ts'
import {
  beginDuePayout,
  claimDuePayout,
  claimProbePayouts,
  leavePayout,
  type PayoutClaim,
} from '#server/services/money/claim-payout.ts'
import { dueBeforePayouts, payoutSignal, rejudgeDue } from '#server/services/money/queue-payout.ts'
import {
  beginPayout,
  endPayout,
  lockPayout,
  postponePayout,
  type StartedAttempt,
} from '#server/services/money/send-payout.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type PayoutJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>

export interface ClaimedPayout extends PayoutClaim {
  /** Null where nothing is to be sent or asked. */
  begin(): Promise<StartedAttempt | null>
  /** It has waited: others may, too. */
  readonly isLate: boolean
}

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

/** Claims one and begins it in the same transaction, whose lock keeps others away until the lease that it writes. */
async function claimAndBegin({
  runInTransaction,
  settings,
  rails,
}: PayoutJobContext): Promise<ClaimedPayout[]> {
  let claimed: Omit<ClaimedPayout, 'begin'> | undefined
  try {
    const attempt = await runInTransaction((tx, now, { first: row }) => {
      claimed = row && { id: row.id, tries: row.tries + 1, provider: row.provider, isLate: row.is_late }
      return row ? beginDuePayout({ tx, now, settings }, rails, row) : Promise.resolve(null)
    }, beginWith(claimDuePayout))
    return claimed ? [{ ...claimed, begin: async () => attempt }] : []
  } catch (error) {
    if (!claimed) throw error
    return [{ ...claimed, begin: () => Promise.reject(error) }]
  }
}

/** Payouts that are to show whether their provider is back: leased when they are claimed, begun when they are handled. */
async function claimProbes({
  runInTransaction,
  settings,
  rails,
}: PayoutJobContext): Promise<ClaimedPayout[]> {
  const probes = await claimAlone(runInTransaction, claimProbePayouts)
  return probes.map((probe) => ({
    ...probe,
    isLate: false,
    begin: () =>
      runInTransaction(
        (tx, now, { first }) => beginPayout({ tx, now, settings }, rails, first),
        beginWith((tx) => lockPayout(tx, probe.id)),
      ),
  }))
}

/** `lookEveryMs`: how often it looks for holds and pauses that have ended; before each claim unless said. */
export function payoutQueue(context: PayoutJobContext, lookEveryMs = 0): Queue<ClaimedPayout> {
  const { runInTransaction, settings } = context
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
    batchSize: 1,
    workers: 4,
    pauseMs: 0,
    claim: async () => {
      const due = await findDue()
      if (due?.holds) {
        await runInTransaction((tx, now) => rejudgeDue({ tx, now, settings }, DUE_HOLDS))
        // there may be more of them
        nextLook = 0
      }
      const probes = due?.probes ? await claimProbes(context) : []
      // last: where another claim failed after it, what has begun would wait for the end of its lease
      return [...probes, ...(await claimAndBegin(context))]
    },
    // each that is queued wakes a worker: who looks for another after each finds none nearly always
    mayBeMore: (rows) => rows.some(({ isLate }) => isLate),
    handle: async (claim) => {
      const attempt = await claim.begin()
      if (!attempt) {
        await runInTransaction((tx, now) => leavePayout({ tx, now, settings }, claim))
        return
      }
      const answer = await answerOf(attempt)
      const evidence = await runInTransaction(
        (tx, now, { first }) => endPayout({ tx, now, settings }, first, { attempt, answer }),
        beginWith((tx) => lockPayout(tx, claim.id)),
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
