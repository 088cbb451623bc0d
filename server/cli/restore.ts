/** `npm run restore -- FILE.tar.gz`: a backup into an empty database, checked by verify() before it says that it is ready. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import {
  ArchiveError,
  type Command,
  CommandError,
  NotEmptyError,
  runCommand,
} from '#server/lib/operator-error.ts'
import { type ArchiveEntry, readArchive } from '#server/postgres/backup/archive.ts'
import { load, type RestoreTarget } from '#server/postgres/backup/load.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
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

async function verify(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select check_name, subject, detail from verify() limit 20')
    return rows.map(({ check_name, subject, detail }) => `${subject}: ${detail} (${check_name})`)
  } finally {
    await client.end()
  }
}

const restore: Command = async ([given]) => {
  if (!given) throw new CommandError('Say what from: npm run restore -- FILE.tar.gz')
  const file = resolve(given)
  if (!existsSync(file)) throw new CommandError(`There is no ${file}.`)
  const config = readConfig()
  mkdirSync(config.dataDir, { recursive: true })
  const files = filesTarget(join(config.dataDir, 'files'))
  const embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, (line) => console.log(line))
  const startedAt = performance.now()
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    const ownerUrl = config.ownerUrl ?? embedded?.url ?? ''
    const { at, tables, files: count } = await load(entriesOf(file), { ...files, ownerUrl })
    console.log(`Restored ${tables} tables and ${count} files as of ${at}, in ${seconds()} s`)
    const problems = await verify(ownerUrl)
    if (problems.length > 0) {
      for (const problem of problems) console.error(problem)
      throw new CommandError(
        'The books of this backup do not add up: money will not move on it until they do.',
      )
    }
    console.log(`The books are sound. Ready after ${seconds()} s: npm start`)
  } finally {
    await files.undo()
    await embedded?.stop()
  }
}

runCommand(restore)
