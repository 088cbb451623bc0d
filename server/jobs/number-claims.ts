/** Gives claimed numbers to who proved them, once nobody has objected for three days. Real time, every ten minutes. */
import { settleDueClaims } from '#server/services/verification/claims.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type NumberClaimContext = Pick<JobContext, 'runInTransaction' | 'settings'>

const EVERY_MS = 600_000
const BATCH = 20

export async function settleNumberClaims({
  runInTransaction,
  settings,
}: NumberClaimContext): Promise<number> {
  let settled = 0
  let count: number
  do {
    count = await runInTransaction((tx, now) => settleDueClaims({ tx, now, settings }, BATCH))
    settled += count
  } while (count === BATCH)
  return settled
}

export const startNumberClaims = (context: NumberClaimContext & Pick<JobContext, 'log'>): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => settleNumberClaims(context),
    failure: 'number claims failed, will retry',
    log: context.log,
  })
