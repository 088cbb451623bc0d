/** Seals committed transfers and events, every three seconds. */
import { seal } from '#server/services/money/verify.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type SealContext = Pick<JobContext, 'runInTransaction' | 'log'>

const EVERY_MS = 3_000

/** Until nothing is left; how many blocks. The log carries each hash out of the database, so a rewritten chain shows. */
export async function sealAll({ runInTransaction, log }: SealContext): Promise<number> {
  for (let blocks = 0; ; blocks++) {
    const block = await runInTransaction((tx) => seal({ tx }))
    if (!block) return blocks
    log.info(
      { block: block.no, hash: block.hash, transfers: block.transfers, events: block.events },
      'block sealed',
    )
  }
}

export const startSeals = (context: SealContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => sealAll(context),
    failure: 'sealing failed, will retry',
    log: context.log,
  })
