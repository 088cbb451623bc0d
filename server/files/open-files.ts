/** The files of this process, from its configuration. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/log.ts'
import type { Files } from './copies.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import { clamdScan } from './scan.ts'

/** Longer than any upload may take. */
const STALE_MS = 24 * 3_600_000

export async function openFiles(
  config: Pick<Config, 'dataDir' | 'filesUrl'> & Partial<Pick<Config, 'scanner'>>,
  log: Pick<Log, 'warn'>,
): Promise<Files> {
  const root = join(config.dataDir, 'files')
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeStaleUploads(incoming)
  const store = config.filesUrl ? await s3Store(config.filesUrl) : folderStore(root)
  return { store, incoming, scan: config.scanner ? clamdScan(config.scanner, log) : null }
}

/** Uploads whose process was killed. Recent ones may belong to another process that is still receiving them. */
async function removeStaleUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}
