/** `npm run restore -- FILE.tar.gz`, or the name of one in BACKUP_URL: a backup into an empty database, checked by verify() before it says that it is ready. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandConfig } from '#server/config/config.ts'
import { type Command, CommandError, fileOf, interruption, runCommand } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import { findBackup } from '#server/postgres/backup/find.ts'
import { restoreBackup } from '#server/postgres/backup/restore.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'

const restore: Command = async (args) => {
  const given = fileOf(args)
  if (!given) throw new CommandError('Say what from: npm run restore -- FILE.tar.gz')
  const config = readCommandConfig()
  ensureFolder(config.dataDir)
  // before there is anything to clean up
  const stopped = interruption()
  const scratch = mkdtempSync(join(tmpdir(), 'amanat-restore-'))
  let embedded: Embedded | null = null
  const work = async (): Promise<void> => {
    const file = await findBackup(given, config, scratch)
    embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, (line) => console.log(line))
    const startedAt = performance.now()
    const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1)
    const place = {
      ownerUrl: config.ownerUrl ?? embedded?.url ?? '',
      dataDir: config.dataDir,
      keys: config.backupKeys,
    }
    const { at, tables, files } = await restoreBackup(file, place)
    console.log(`Restored ${tables} tables and ${files} files as of ${at}, in ${seconds()} s`)
    console.log(`The books are sound. Ready after ${seconds()} s: npm start`)
  }
  try {
    await Promise.race([work(), stopped])
  } finally {
    await (embedded as Embedded | null)?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

runCommand(restore)
