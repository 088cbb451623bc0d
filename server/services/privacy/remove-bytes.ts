/** Takes the bytes of files that nobody is to see any more out of the store, and their copies for showing. */
import { UNSENT_FILE_MS } from '#core/files.ts'
import type { RunInTransaction, Tx } from '#server/db/transaction.ts'
import type { FileStore } from '#server/files/store.ts'
import { insertErasures, listUnsentFiles } from '#server/repositories/files.ts'
import { deleteOrphanPhotos, listOrphanPhotos } from '#server/repositories/waiting-photos.ts'

const BATCH = 50

interface Removal {
  /** Ids of files that are still to be removed. */
  readonly list: (tx: Tx, now: number, limit: number) => Promise<string[]>
  /** That they are gone: after it they are listed no more. */
  readonly record: (tx: Tx, ids: readonly string[], now: number) => Promise<unknown>
}

/** How many were removed. Recorded after their bytes are gone, so that a failure is tried again. */
async function removeBytes(
  runInTransaction: RunInTransaction,
  store: FileStore,
  { list, record }: Removal,
): Promise<number> {
  let count = 0
  for (;;) {
    const ids = await runInTransaction((tx, now) => list(tx, now, BATCH))
    if (ids.length === 0) return count
    for (const id of ids) {
      await store.remove(`${id}.view`)
      await store.remove(id)
    }
    await runInTransaction((tx, now) => record(tx, ids, now))
    count += ids.length
  }
}

/** Pictures whose invitation or request is gone; how many. */
export const removeOrphanPhotos = (runInTransaction: RunInTransaction, store: FileStore): Promise<number> =>
  removeBytes(runInTransaction, store, {
    list: (tx, _now, limit) => listOrphanPhotos(tx, limit),
    record: (tx, ids) => deleteOrphanPhotos(tx, ids),
  })

/** Files that were uploaded for a form which was never sent; how many. */
export const eraseUnsentFiles = (runInTransaction: RunInTransaction, store: FileStore): Promise<number> =>
  removeBytes(runInTransaction, store, {
    list: (tx, now, limit) => listUnsentFiles(tx, new Date(now - UNSENT_FILE_MS), limit),
    record: (tx, ids, now) => insertErasures(tx, ids, new Date(now)),
  })
