/** `npm run backup -- FILE.tar.gz`, or into BACKUP_DIR: the whole database and the files as of one moment, while the server goes on. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { readConfig } from '#server/config.ts'
import { type Command, CommandError, runCommand } from '#server/lib/operator-error.ts'
import { dump } from '#server/postgres/backup/dump.ts'
import { type Encrypt, encryptionFor } from '#server/postgres/backup/encryption.ts'
import { backupName, outdatedBackups } from '#server/postgres/backup/folder.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

function targetOf(given: string | undefined, folder: string | undefined, isEncrypted: boolean): string {
  if (!given && !folder)
    throw new CommandError('Say where to: npm run backup -- FILE.tar.gz, or set BACKUP_DIR.')
  const file = given ? resolve(given) : join(folder ?? '', backupName(new Date(), isEncrypted))
  if (isEncrypted && !file.endsWith('.age'))
    throw new CommandError(`BACKUP_RECIPIENTS encrypts it: call it ${file}.age.`)
  if (existsSync(file))
    throw new CommandError(`${file} is there already: a backup is never written over another.`)
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

/** Only once a newer one is on the disk. */
function deleteOutdated(folder: string, keepDays: number): void {
  for (const name of outdatedBackups(readdirSync(folder), Date.now(), keepDays)) {
    rmSync(join(folder, name))
    console.log(`deleted ${name}, older than ${keepDays} days`)
  }
}

/** Compressed into `file`; returns its entries and its own sha256. */
async function write(source: { ownerUrl: string; filesRoot: string }, file: string, encrypt: Encrypt | null) {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // The lightest level: texts of COPY shrink five-fold with it, and more would cost the server its processor.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  const { stream, entries } = dump(source.ownerUrl, source.filesRoot)
  // Personal data: readable by the owner of the file alone.
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  if (!encrypt) await pipeline(stream, gzip, hashing, target)
  else
    await Promise.all([
      pipeline(stream, gzip),
      encrypt(gzip).then((bytes) => pipeline(bytes, hashing, target)),
    ])
  await syncToDisk(file)
  return { entries: await entries, sha256: hash.digest('hex') }
}

const backup: Command = async ([given]) => {
  const config = readConfig()
  const { backupDir, backupKeepDays, backupRecipients } = config
  const encrypt = encryptionFor(backupRecipients)
  const file = targetOf(given, backupDir, encrypt !== null)
  const embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, (line) => console.log(line))
  const unfinished = `${file}.part`
  const startedAt = performance.now()
  try {
    const url = config.ownerUrl ?? embedded?.url ?? ''
    const { entries, sha256 } = await write(
      { ownerUrl: url, filesRoot: join(config.dataDir, 'files') },
      unfinished,
      encrypt,
    )
    renameSync(unfinished, file)
    await syncToDisk(dirname(file))
    const files = entries.filter(({ name }) => name.startsWith('files/')).length
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB of rows and ${files} files, in ${seconds} s`)
    console.log(`sha256 ${sha256}`)
    if (!given && backupDir && backupKeepDays) deleteOutdated(backupDir, backupKeepDays)
    if (config.filesUrl)
      console.log('Files are kept at FILES_URL: they are not in it, and need a backup there.')
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    await embedded?.stop()
  }
}

runCommand(backup)
