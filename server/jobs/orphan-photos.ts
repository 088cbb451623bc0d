/** Pictures of invitations and requests that were taken back, declined or are too old leave the file store. */
import { removeOrphanPhotos } from '#server/services/privacy/remove-bytes.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type OrphanPhotoContext = Pick<JobContext, 'runInTransaction' | 'store' | 'log'>

const EVERY_MS = 600_000

export const startOrphanPhotos = ({ runInTransaction, store, log }: OrphanPhotoContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: async () => {
      const removed = await removeOrphanPhotos(runInTransaction, store)
      if (removed > 0) log.info({ removed }, 'pictures of ended invitations and requests removed')
    },
    failure: 'pictures were not removed, will retry',
    log,
  })
