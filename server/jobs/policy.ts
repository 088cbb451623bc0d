/** Keeps the policy of this process, and the pages that print its figures, those that are in force. */

import type { Policy } from '#core/policy.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import { type LivePolicy, policySignal } from '#server/services/policies/current-policy.ts'
import { type Repeater, runEvery } from './run-every.ts'

/** What another process has put in force is known here so late at most. Offers do not wait for it: they read it themselves. */
const EVERY_MS = 5_000

interface PolicyJob {
  readonly runInTransaction: RunInTransaction
  readonly livePolicy: LivePolicy
  /** Null where no pages are served. */
  readonly site: { renderUnder(policy: Policy): Promise<void> } | null
  readonly log: Log
}

/** Resolves once the policy in force is known and the pages print it. */
export async function followPolicy({
  runInTransaction,
  livePolicy,
  site,
  log,
}: PolicyJob): Promise<Repeater> {
  let isShown = true
  const work = async (): Promise<void> => {
    if (await livePolicy.refresh(runInTransaction)) isShown = false
    if (isShown) return
    await site?.renderUnder(livePolicy.current)
    isShown = true
  }
  await work()
  const failure = 'reading the policy failed, will retry'
  const repeater = runEvery({ everyMs: EVERY_MS, work, failure, log })
  const wake = (): void => void repeater.wake()
  policySignal.on('changed', wake)
  return {
    wake: repeater.wake,
    stop: async () => {
      policySignal.off('changed', wake)
      await repeater.stop()
    },
  }
}
