/** Which backup a command is to read. */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { CommandError } from '#server/lib/operator-error.ts'
import { newestOf } from './names.ts'
import { backupPlace } from './open-place.ts'

/** A file of this machine, or the name of one that BACKUP_DIR or BACKUP_URL has, which is fetched into `folder` then. */
export async function findBackup(
  given: string,
  config: Pick<Config, 'backupDir' | 'backupUrl'>,
  folder: string,
): Promise<string> {
  const file = resolve(given)
  if (existsSync(file)) return file
  const place = await backupPlace(config)
  const name = basename(given)
  if (!place || !(await place.list()).includes(name)) throw new CommandError(`There is no ${file}.`)
  return place.fetch(name, folder)
}

/** What it is called, and its path on this machine; null where there is none or no place is set. */
export async function findNewest(
  config: Pick<Config, 'backupDir' | 'backupUrl'>,
  folder: string,
): Promise<{ called: string; file: string } | null> {
  const place = await backupPlace(config)
  const newest = place && newestOf(await place.list())
  return newest && { called: place.nameOf(newest.name), file: await place.fetch(newest.name, folder) }
}
