/** Every minute: papers of tax for what was earned. */
import { issuePapers } from '#server/services/tax/issue-papers.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type TaxPaperContext = Pick<JobContext, 'runInTransaction' | 'settings'>

const EVERY_MS = 60_000
const BATCH = 20

/** How many were issued. */
export async function issueAllPapers({ runInTransaction, settings }: TaxPaperContext): Promise<number> {
  let issued = 0
  let count: number
  do {
    count = await runInTransaction((tx, now) => issuePapers({ tx, now, settings }, BATCH))
    issued += count
  } while (count === BATCH)
  return issued
}

export const startTaxPapers = (context: TaxPaperContext & Pick<JobContext, 'log'>): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => issueAllPapers(context),
    failure: 'tax papers failed, will retry',
    log: context.log,
  })
