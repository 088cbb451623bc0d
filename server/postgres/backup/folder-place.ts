/** Backups in a folder of this machine, readable by the owner of the files alone. */
import { createWriteStream } from 'node:fs'
import { access, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import type { BackupPlace } from './place.ts'

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

export function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string): string => join(folder, name)
  return {
    nameOf: pathOf,
    list: () =>
      readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      }),
    async begin(name) {
      const file = pathOf(name)
      if (await exists(file))
        throw new CommandError(`${file} is there already: a backup is never written over another.`)
      ensureFolder(folder)
      const unfinished = `${file}.part`
      return {
        target: createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
        async finish() {
          await syncToDisk(unfinished)
          await rename(unfinished, file)
          await syncToDisk(folder)
        },
        abandon: () => rm(unfinished, { force: true }),
      }
    },
    remove: (name) => rm(pathOf(name)),
    fetch: async (name) => pathOf(name),
  }
}
