/** Asks about what a provider holds of deals, and gets it to where they have ended. */
import { advanceHold, claimProviderHolds } from '#server/services/money/advance-hold.ts'
import { postponeProviderHold } from '#server/services/money/hold-waits.ts'
import type { JobContext } from './job-context.ts'
import { type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type HoldJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>
type ClaimedHold = Awaited<ReturnType<typeof claimProviderHolds>>[number]

export const providerHoldQueue = ({
  runInTransaction,
  settings,
  rails,
}: HoldJobContext): Queue<ClaimedHold> => ({
  name: 'provider_hold',
  failure: 'getting held money to where its deal has ended failed, will retry',
  ...{ batchSize: 5, workers: 1, pauseMs: 0 },
  claim: (limit) => runInTransaction((tx, now) => claimProviderHolds({ tx, now, settings }, limit)),
  handle: (row) =>
    advanceHold((work) => runInTransaction((tx, now) => work({ tx, now, settings })), rails, row),
  fail: (row, error) =>
    runInTransaction((tx, now) => postponeProviderHold({ tx, now, settings }, row, error)),
})

export const startProviderHolds = ({ log, ...context }: HoldJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(providerHoldQueue(context), log)
