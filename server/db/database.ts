/** Opens the database: starts the built-in one where none is configured, migrates, checks. */
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { unlimited, watchDiskSpace } from '#server/postgres/disk-space.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { checkDatabase, takesSettings } from './checks.ts'
import { type DatabaseHealth, startHealthCheck } from './health-check.ts'
import { openLogin } from './login.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openPool } from './pool.ts'
import { refuseSharedConnections } from './pooler-check.ts'
import { createTransactionRunner, type RunInTransaction } from './transaction.ts'

export interface OpenDatabase {
  pool: pg.Pool
  runInTransaction: RunInTransaction
  /** The migrations that this start applied. */
  applied: string[]
  /** False while the disk is almost full: writes of money are refused (503), reads go on. */
  hasDiskSpace(): boolean
  /** It answers and has our tables. */
  isAlive(): boolean
  /** To be called when nothing uses it any more. */
  stop(): Promise<void>
}

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'isTrial'> &
  Partial<Pick<Config, 'ownerUrl' | 'migrate' | 'databaseTimeoutMs'>>

/** Session pooling serves too, but drops the settings in the startup message or refuses it: they are sent once more. */
async function openFitPool(url: string, log: Log): Promise<pg.Pool> {
  const pool = openPool({ url, log })
  try {
    if (await takesSettings(pool)) return pool
  } catch (error) {
    await pool.end()
    throw error
  }
  await pool.end()
  return openPool({ url, log, settings: 'statements' })
}

async function openAt(
  url: string,
  config: DatabaseConfig,
  log: Log,
): Promise<Omit<OpenDatabase, 'stop' | 'hasDiskSpace' | 'isAlive'> & { health: DatabaseHealth }> {
  await refuseSharedConnections(url)
  const applied =
    config.migrate === false ? await requireMigrated(url) : await migrate(config.ownerUrl ?? url)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const login = await openLogin(url)
  if (!login) log.warn('no login of its own could be created for the program: it uses the database owner’s')
  const pool = await openFitPool(login ?? url, log)
  try {
    await checkDatabase(pool, config.isTrial)
  } catch (error) {
    await pool.end()
    throw error
  }
  const health = startHealthCheck(pool, log, config.databaseTimeoutMs)
  return { pool, health, runInTransaction: createTransactionRunner(pool, health), applied }
}

export async function openDatabase(config: DatabaseConfig, log: Log): Promise<OpenDatabase> {
  const embedded: Embedded | null = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, (line) => log.warn(line))
  try {
    const { health, ...opened } = await openAt(config.databaseUrl ?? embedded?.url ?? '', config, log)
    const diskSpace = embedded ? watchDiskSpace(embedded.home) : unlimited
    const stop = async () => {
      diskSpace.stop()
      await health.stop()
      await opened.pool.end()
      await embedded?.stop()
    }
    return { ...opened, hasDiskSpace: diskSpace.hasDiskSpace, isAlive: health.isAlive, stop }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
