/**
 * `npm run backup -- FILE.tar.gz`, or to BACKUP_DIR or BACKUP_URL: the whole database and the files as of one moment, while the
 * server goes on.
 */
import { createHash } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { type Config, readCommandConfig } from '#server/config/config.ts'
import { type Command, CommandError, fileOf, interruption, runCommand } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import { dump } from '#server/postgres/backup/dump.ts'
import { type Encrypt, encryptionFor } from '#server/postgres/backup/encryption.ts'
import { folderPlace } from '#server/postgres/backup/folder-place.ts'
import { abandonedBackups, backupName, outdatedBackups } from '#server/postgres/backup/names.ts'
import { backupPlace } from '#server/postgres/backup/open-place.ts'
import type { BackupPlace } from '#server/postgres/backup/place.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

interface Target {
  readonly place: BackupPlace
  readonly name: string
}

async function targetOf(given: string | undefined, config: Config, isEncrypted: boolean): Promise<Target> {
  if (given) {
    const file = resolve(given)
    if (isEncrypted && !file.endsWith('.age'))
      throw new CommandError(`BACKUP_RECIPIENTS encrypts it: call it ${file}.age.`)
    return { place: folderPlace(dirname(file)), name: basename(file) }
  }
  const place = await backupPlace(config)
  if (!place)
    throw new CommandError('Say where to: npm run backup -- FILE.tar.gz, or set BACKUP_DIR or BACKUP_URL.')
  return { place, name: backupName(new Date(), isEncrypted) }
}

/** Only once a newer one is there. */
async function deleteOutdated(place: BackupPlace, keepDays: number | undefined): Promise<void> {
  const [names, now] = [await place.list(), Date.now()]
  for (const name of abandonedBackups(names, now)) {
    await place.remove(name)
    console.log(`deleted ${name}, which was never finished`)
  }
  for (const name of keepDays ? outdatedBackups(names, now, keepDays) : []) {
    await place.remove(name)
    console.log(`deleted ${name}, older than ${keepDays} days`)
  }
}

interface Source {
  readonly ownerUrl: string
  readonly filesRoot: string
}

/** Compressed into `target`; returns its entries and its own sha256. */
async function write({ ownerUrl, filesRoot }: Source, target: Writable, encrypt: Encrypt | null) {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // The lightest level: texts of COPY shrink five-fold with it, and more would cost the server its processor.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  const { stream, entries } = dump(ownerUrl, filesRoot)
  if (!encrypt) await pipeline(stream, gzip, hashing, target)
  else
    await Promise.all([
      pipeline(stream, gzip),
      encrypt(gzip).then((bytes) => pipeline(bytes, hashing, target)),
    ])
  return { entries: await entries, sha256: hash.digest('hex') }
}

async function writeTo({ place, name }: Target, source: Source, encrypt: Encrypt | null) {
  const backup = await place.begin(name)
  try {
    const written = await Promise.race([write(source, backup.target, encrypt), interruption()])
    await backup.finish()
    return written
  } catch (error) {
    await backup.abandon()
    throw error
  }
}

const backup: Command = async (args) => {
  const given = fileOf(args)
  const config = readCommandConfig()
  const encrypt = encryptionFor(config.backupRecipients)
  if (!config.ownerUrl) ensureFolder(config.dataDir)
  const target = await targetOf(given, config, encrypt !== null)
  const embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, (line) => console.log(line))
  const startedAt = performance.now()
  try {
    const source = {
      ownerUrl: config.ownerUrl ?? embedded?.url ?? '',
      filesRoot: join(config.dataDir, 'files'),
    }
    const { entries, sha256 } = await writeTo(target, source, encrypt)
    const files = entries.filter(({ name }) => name.startsWith('files/')).length
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const where = target.place.nameOf(target.name)
    console.log(`${where}: ${(bytes / 1e6).toFixed(1)} MB of rows and ${files} files, in ${seconds} s`)
    console.log(`sha256 ${sha256}`)
    if (!given) await deleteOutdated(target.place, config.backupKeepDays)
    if (config.filesUrl)
      console.log('Files are kept at FILES_URL: they are not in it, and need a backup there.')
  } finally {
    await embedded?.stop()
  }
}

runCommand(backup)
