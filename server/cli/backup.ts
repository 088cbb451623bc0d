/** `npm run backup -- FILE`: the whole database and the files as of one moment, while the server goes on. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { type Command, runCommand, Trouble } from '../command.ts'
import { readConfig } from '../config.ts'
import type { Sum } from '../db/backup/archive.ts'
import { dump } from '../db/backup/dump.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'

function targetOf(given: string | undefined): string {
  if (!given) throw new Trouble('Say where to: npm run backup -- FILE')
  const file = resolve(given)
  if (existsSync(file)) throw new Trouble(`${file} is there already: a backup is never written over another.`)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Compressed into `file`; answers its parts and its own sha256. */
async function write(ownerUrl: string, filesRoot: string, file: string) {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // The lightest level: texts of COPY shrink five-fold with it, and more would cost the server its processor.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  // Other people's data: nobody else reads it.
  const written = pipeline(gzip, hashing, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  const failed = written.then(
    () => {},
    (error) => {
      gzip.destroy(error)
      throw error
    },
  )
  failed.catch(() => {})
  const parts: readonly Sum[] = await Promise.race([
    dump(ownerUrl, filesRoot, async (bytes) => {
      if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
    }),
    failed.then(() => [] as Sum[]),
  ])
  gzip.end()
  await written
  await syncToDisk(file)
  return { parts, sha256: hash.digest('hex') }
}

const backup: Command = async ([given]) => {
  const config = readConfig()
  const file = targetOf(given)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, (line) => console.log(line))
  const part = `${file}.part`
  const begun = performance.now()
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const { parts, sha256 } = await write(url, join(config.dataDir, 'files'), part)
    renameSync(part, file)
    await syncToDisk(dirname(file))
    const files = parts.filter(({ name }) => name.startsWith('file ')).length
    const bytes = parts.reduce((sum, one) => sum + one.bytes, 0)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB of rows and ${files} files, in ${seconds} s`)
    console.log(`sha256 ${sha256}`)
    if (config.filesUrl)
      console.log('Files are kept at FILES_URL: they are not in it, and need a backup there.')
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await embedded?.stop()
  }
}

runCommand(backup)
