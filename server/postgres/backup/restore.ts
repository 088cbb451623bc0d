/** A backup into an empty database and an empty folder of files, checked by verify() before it counts as restored. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { withConnection } from '#server/db/connect.ts'
import { ArchiveError, CommandError, NotEmptyError } from '#server/lib/operator-error.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { readBackup } from './encryption.ts'
import { load, type RestoreSummary, type RestoreTarget } from './load.ts'

async function* entriesOf(file: string, keys: readonly string[]): AsyncGenerator<ArchiveEntry> {
  const source = await readBackup(file, keys)
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* readArchive(source.pipe(gunzip))
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Files are written to a folder beside their own, and moved into place when all is right. */
function filesTarget(root: string): Omit<RestoreTarget, 'ownerUrl'> & { undo(): Promise<void> } {
  const existing = existsSync(root) ? readdirSync(root).filter((name) => name !== 'incoming') : []
  if (existing.length > 0) throw new NotEmptyError(`${root} has files`)
  const fresh = `${root}.restoring`
  // of a restore that was killed
  rmSync(fresh, { recursive: true, force: true })
  return {
    async saveFile(path, chunks) {
      const target = join(fresh, normalize(path))
      if (!target.startsWith(`${fresh}/`)) throw new ArchiveError(`${path} leads out of its folder`)
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(chunks), createWriteStream(target, { mode: 0o400, flush: true }))
    },
    async placeFiles() {
      if (!existsSync(fresh)) return
      await rm(root, { recursive: true, force: true })
      await rename(fresh, root)
    },
    undo: () => rm(fresh, { recursive: true, force: true }),
  }
}

const verify = (url: string): Promise<string[]> =>
  withConnection(url, 'amanat restore', async (client) => {
    const { rows } = await client.query('select check_name, subject, detail from verify() limit 20')
    return rows.map(({ check_name, subject, detail }) => `${subject}: ${detail} (${check_name})`)
  })

interface RestorePlace {
  readonly ownerUrl: string
  /** Its `files` must be empty or missing. */
  readonly dataDir: string
  /** Secret keys, of which one opens it if it is encrypted. */
  readonly keys: readonly string[]
}

/** Throws when the books of the backup do not add up: what was loaded stays then, for somebody to look at. */
export async function restoreBackup(
  file: string,
  { ownerUrl, dataDir, keys }: RestorePlace,
): Promise<RestoreSummary> {
  const files = filesTarget(join(dataDir, 'files'))
  try {
    const summary = await load(entriesOf(file, keys), { ...files, ownerUrl })
    const problems = await verify(ownerUrl)
    if (problems.length > 0) {
      for (const problem of problems) console.error(problem)
      throw new CommandError(
        'The books of this backup do not add up: money will not move on it until they do.',
      )
    }
    return summary
  } finally {
    await files.undo()
  }
}
