/**
 * Takes the bytes of files out of the store that were uploaded for a form which was never sent: they are nobody's to see. It is
 * recorded after that, so that a failure is tried again.
 */
import { UNSENT_FILE_MS } from '#core/files.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/files/store.ts'
import { insertErasures, listUnsentFiles } from '#server/repositories/files.ts'

const BATCH = 50

/** How many were erased. */
export async function eraseUnsentFiles(
  runInTransaction: RunInTransaction,
  store: FileStore,
): Promise<number> {
  let erased = 0
  for (;;) {
    const ids = await runInTransaction((tx, now) =>
      listUnsentFiles(tx, new Date(now - UNSENT_FILE_MS), BATCH),
    )
    if (ids.length === 0) return erased
    for (const id of ids) {
      await store.remove(`${id}.view`)
      await store.remove(id)
    }
    await runInTransaction((tx, now) => insertErasures(tx, ids, new Date(now)))
    erased += ids.length
  }
}
