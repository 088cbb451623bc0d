/** Takes the bytes of pictures out of the store whose invitation or request is gone; the row goes last, so that a failure is tried again. */
import type { RunInTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/files/store.ts'
import { deleteOrphanPhotos, listOrphanPhotos } from '#server/repositories/waiting-photos.ts'

const BATCH = 50

/** How many were removed. */
export async function removeOrphanPhotos(
  runInTransaction: RunInTransaction,
  store: FileStore,
): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await runInTransaction((tx) => listOrphanPhotos(tx, BATCH))
    if (ids.length === 0) return removed
    for (const id of ids) {
      await store.remove(`${id}.view`)
      await store.remove(id)
    }
    await runInTransaction((tx) => deleteOrphanPhotos(tx, ids))
    removed += ids.length
  }
}
