/** `npm run restore -- FILE`: a backup into an empty database, checked by verify() before it says that it is ready. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { type Command, runCommand, Trouble } from '../command.ts'
import { readConfig } from '../config.ts'
import { ArchiveTrouble, type Part, readArchive } from '../db/backup/archive.ts'
import { type Destination, load, NotEmpty } from '../db/backup/load.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'

const GZIP = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR'])

async function* partsOf(file: string): AsyncGenerator<Part> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* readArchive(source.pipe(gunzip))
  } catch (error) {
    throw GZIP.has((error as { code?: string }).code ?? '')
      ? new ArchiveTrouble('it is damaged, or cut off')
      : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Files go to a folder beside their own, and into place when all is right. */
function filesInto(root: string): Omit<Destination, 'ownerUrl'> & { undo(): Promise<void> } {
  const inside = existsSync(root) ? readdirSync(root).filter((name) => name !== 'incoming') : []
  if (inside.length > 0) throw new NotEmpty(`${root} has files`)
  const fresh = `${root}.restoring`
  // of a restore that was killed
  rmSync(fresh, { recursive: true, force: true })
  return {
    async keepFile(path, chunks) {
      const target = join(fresh, normalize(path))
      if (!target.startsWith(`${fresh}/`)) throw new ArchiveTrouble(`${path} leads out of its folder`)
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

async function verdict(url: string): Promise<string[]> {
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
  if (!given) throw new Trouble('Say what from: npm run restore -- FILE')
  const file = resolve(given)
  if (!existsSync(file)) throw new Trouble(`There is no ${file}.`)
  const config = readConfig()
  mkdirSync(config.dataDir, { recursive: true })
  const files = filesInto(join(config.dataDir, 'files'))
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, (line) => console.log(line))
  const begun = performance.now()
  const seconds = (): string => ((performance.now() - begun) / 1000).toFixed(1)
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.url ?? ''
    const { at, tables, files: count } = await load(partsOf(file), { ...files, ownerUrl })
    console.log(`Restored ${tables} tables and ${count} files as of ${at}, in ${seconds()} s`)
    const problems = await verdict(ownerUrl)
    if (problems.length > 0) {
      for (const problem of problems) console.error(problem)
      throw new Trouble('The books of this backup do not add up: money will not move on it until they do.')
    }
    console.log(`The books are sound. Ready after ${seconds()} s: npm start`)
  } finally {
    await files.undo()
    await embedded?.stop()
  }
}

runCommand(restore)
