/** Opens the database: starts the built-in one where none is configured, migrates, checks. */
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/log.ts'
import { unlimited, watchDiskSpace } from '#server/postgres/disk-space.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { checkDatabase, takesSettings } from './checks.ts'
import { type DatabaseHealth, startHealthCheck } from './health-check.ts'
import { openLogin } from './login.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { refuseSharedConnections } from './pooler-check.ts'
import { openReplica } from './replica.ts'
import { createTransactionRunner, type Reads, type RunInTransaction, readsOf } from './transaction.ts'

export interface OpenDatabase {
  pool: pg.Pool
  runInTransaction: RunInTransaction
  reads: Reads
  /** How old what the replica shows is; null without READ_URL. */
  replicaLagMs(): number | null
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
  Partial<
    Pick<
      Config,
      'ownerUrl' | 'migrate' | 'databaseConnections' | 'databaseTimeoutMs' | 'readUrl' | 'readMaxLagMs'
    >
  >

/** Session pooling serves too, but drops the settings in the startup message or refuses it: they are sent once more. */
async function openFitPool(options: PoolOptions): Promise<pg.Pool> {
  const pool = openPool(options)
  try {
    if (await takesSettings(pool)) return pool
  } catch (error) {
    await pool.end()
    throw error
  }
  await pool.end()
  return openPool({ ...options, settings: 'statements' })
}

async function openAt(
  url: string,
  config: DatabaseConfig,
  log: Log,
): Promise<
  Pick<OpenDatabase, 'pool' | 'runInTransaction' | 'applied'> & {
    health: DatabaseHealth
    login: string | null
  }
> {
  const { ownerUrl = url } = config
  const migrates = config.migrate !== false
  // behind a pooler of its own the owner's connection leaves the lock of a migration to others
  for (const each of new Set(migrates ? [url, ownerUrl] : [url])) await refuseSharedConnections(each)
  const onWait = () => log.info('another process migrates this database: waiting for it')
  const applied = migrates ? await migrate(ownerUrl, { onWait }) : await requireMigrated(url)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const login = await openLogin(url)
  if (!login) log.warn('no login of its own could be created for the program: it uses the database owner’s')
  const pool = await openFitPool({ url: login ?? url, log, max: config.databaseConnections })
  try {
    await checkDatabase(pool, config.isTrial)
  } catch (error) {
    await pool.end()
    throw error
  }
  const health = startHealthCheck(pool, log, config.databaseTimeoutMs)
  return { pool, health, login, runInTransaction: createTransactionRunner(pool, health), applied }
}

/** With the program's own login, which a replica has from its primary, where READ_URL names the owner that it is made from. */
function readUrlOf(readUrl: string, ownerUrl: string, login: string | null): string {
  const [read, owner] = [new URL(readUrl), new URL(ownerUrl)]
  if (login === null || read.username !== owner.username) return readUrl
  const { username, password } = new URL(login)
  return Object.assign(read, { username, password }).href
}

function openReads(
  { readUrl, readMaxLagMs = 0 }: DatabaseConfig,
  log: Log,
  {
    ownerUrl,
    login,
    pool,
    runInTransaction,
  }: Pick<OpenDatabase, 'pool' | 'runInTransaction'> & {
    ownerUrl: string
    login: string | null
  },
): Pick<OpenDatabase, 'reads' | 'replicaLagMs' | 'stop'> {
  if (!readUrl) return { reads: readsOf(runInTransaction), replicaLagMs: () => null, stop: async () => {} }
  const url = readUrlOf(readUrl, ownerUrl, login)
  const replica = openReplica({ url, primaryPool: pool, runInTransaction, maxLagMs: readMaxLagMs, log })
  return { reads: replica.reads, replicaLagMs: replica.lagMs, stop: replica.stop }
}

export async function openDatabase(config: DatabaseConfig, log: Log): Promise<OpenDatabase> {
  const embedded: Embedded | null = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, (line) => log.warn(line))
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.url ?? ''
    const { health, login, ...opened } = await openAt(ownerUrl, config, log)
    const { stop: stopReads, ...reads } = openReads(config, log, { ...opened, ownerUrl, login })
    const diskSpace = embedded ? watchDiskSpace(embedded.home) : unlimited
    const stop = async () => {
      diskSpace.stop()
      await stopReads()
      await health.stop()
      await opened.pool.end()
      await embedded?.stop()
    }
    return { ...opened, ...reads, hasDiskSpace: diskSpace.hasDiskSpace, isAlive: health.isAlive, stop }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
