/** Files in a folder, in subfolders by their first two letters, so that no folder grows without bound. */
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { checkName, type FileStore } from './store.ts'

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** Also between two disks. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
    await rm(from, { force: true })
  }
}

/** After a power cut a renamed file is there only if its folder was synced too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export function folderStore(root: string): FileStore {
  const pathOf = (name: string): string => join(root, checkName(name).slice(0, 2), name)
  return {
    async put(name, path) {
      const target = pathOf(name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await move(path, target)
      await chmod(target, 0o400)
      await syncFolder(dirname(target))
    },
    async open(name) {
      try {
        const file = await open(pathOf(name), 'r')
        return file.createReadStream() as Readable
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
