/** Files of forms that were never sent leave the file store after some days. */
import { eraseUnsentFiles } from '#server/services/privacy/remove-bytes.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type UnsentFileContext = Pick<JobContext, 'runInTransaction' | 'store' | 'log'>

const EVERY_MS = 3_600_000

export const startUnsentFiles = ({ runInTransaction, store, log }: UnsentFileContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: async () => {
      const erased = await eraseUnsentFiles(runInTransaction, store)
      if (erased > 0) log.info({ erased }, 'files of forms that were never sent erased')
    },
    failure: 'unsent files were not erased, will retry',
    log,
  })
