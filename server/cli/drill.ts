/**
 * `npm run drill`, or `npm run drill -- FILE.tar.gz`: restores a backup, the newest of BACKUP_DIR, beside everything that
 * serves, says whether its books are sound, and removes what it made. A backup that nobody has restored is a hope.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { type Command, CommandError, runCommand } from '#server/lib/operator-error.ts'
import { newestBackup } from '#server/postgres/backup/folder.ts'
import { restoreBackup } from '#server/postgres/backup/restore.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

function fileOf(given: string | undefined, folder: string | undefined): string {
  const file = given ? resolve(given) : folder && newestBackup(folder)?.file
  if (!file) throw new CommandError('Say what to restore: npm run drill -- FILE.tar.gz, or set BACKUP_DIR.')
  if (!existsSync(file)) throw new CommandError(`There is no ${file}.`)
  return file
}

const drill: Command = async ([given]) => {
  const { backupDir, drillUrl, backupKeys } = readConfig()
  const file = fileOf(given, backupDir)
  const scratch = mkdtempSync(join(tmpdir(), 'amanat-drill-'))
  // PostgreSQL's own user has to pass through when this runs as root
  chmodSync(scratch, 0o711)
  const startedAt = performance.now()
  const embedded = drillUrl ? null : await startEmbedded(scratch, (line) => console.log(line))
  try {
    const ownerUrl = drillUrl ?? embedded?.url ?? ''
    const { at, tables, files } = await restoreBackup(file, { ownerUrl, dataDir: scratch, keys: backupKeys })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${file}: ${tables} tables and ${files} files as of ${at}, restored in ${seconds} s`)
    console.log('verify() is empty: the books are sound.')
  } finally {
    await embedded?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

runCommand(drill)
