/**
 * `npm run drill`, or `npm run drill -- FILE.tar.gz`: restores a backup, the newest of BACKUP_DIR or BACKUP_URL, beside everything
 * that serves, says whether its books are sound, and removes what it made. A backup that nobody has restored is a hope.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readCommandConfig } from '#server/config/config.ts'
import { type Command, CommandError, fileOf, interruption, runCommand } from '#server/lib/operator-error.ts'
import { findBackup, findNewest } from '#server/postgres/backup/find.ts'
import { restoreBackup } from '#server/postgres/backup/restore.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'

const drill: Command = async (args) => {
  const given = fileOf(args)
  const config = readCommandConfig()
  // before there is anything to clean up
  const stopped = interruption()
  const scratch = mkdtempSync(join(tmpdir(), 'amanat-drill-'))
  // PostgreSQL's own user has to pass through when this runs as root
  chmodSync(scratch, 0o711)
  let starting: Promise<Embedded> | null = null
  const startDatabase = async (): Promise<string> => {
    starting = startEmbedded(scratch, (line) => console.log(line))
    return (await starting).url
  }
  try {
    await Promise.race([restoreBeside(given, { config, scratch, startDatabase }), stopped])
  } finally {
    // while it is being made it writes on: the copy would be there again
    const embedded = await (starting as Promise<Embedded> | null)?.catch(() => null)
    await embedded?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface Scratch {
  readonly config: Config
  readonly scratch: string
  startDatabase(): Promise<string>
}

async function restoreBeside(
  given: string | undefined,
  { config, scratch, startDatabase }: Scratch,
): Promise<void> {
  const startedAt = performance.now()
  const source = given
    ? { called: given, file: await findBackup(given, config, scratch) }
    : await findNewest(config, scratch)
  if (!source)
    throw new CommandError(
      'There is nothing to restore: npm run drill -- FILE.tar.gz, or BACKUP_DIR or BACKUP_URL with a backup in it.',
    )
  const { at, tables, files } = await restoreBackup(source.file, {
    ownerUrl: config.drillUrl ?? (await startDatabase()),
    dataDir: scratch,
    keys: config.backupKeys,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${source.called}: ${tables} tables and ${files} files as of ${at}, restored in ${seconds} s`)
  console.log('verify() is empty: the books are sound.')
}

runCommand(drill)
