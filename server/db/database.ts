// The database, opened: found or started, migrated, checked.
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { checkDatabase } from './checks.ts'
import { type Embedded, startEmbedded } from './embedded/embedded.ts'
import { openLogin } from './login.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { feelPulse, type Pulse } from './pulse.ts'
import { endless, watchRoom } from './room.ts'
import { makeTransactor, type Transactor } from './transaction.ts'

export interface OpenDatabase {
  pool: pg.Pool
  transact: Transactor
  /** For the job runner, which keeps its own tables up to date. Everything else works as the program's role. */
  ownerUrl: string
  /** The migrations that this start applied. */
  applied: string[]
  /** False while the disk is all but full: money is then not written (503), and reads go on. */
  hasRoom(): boolean
  /** Whether it answers, and has our tables. */
  isAlive(): boolean
  /** Once nothing uses it any more. */
  stop(): Promise<void>
}

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'payments'>

async function openAt(
  url: string,
  config: DatabaseConfig,
  log: Log,
): Promise<Omit<OpenDatabase, 'stop' | 'hasRoom' | 'isAlive'> & { pulse: Pulse }> {
  const applied = await migrate(url)
  if (applied.length > 0) log.info({ applied }, 'the database is up to date')
  const login = await openLogin(url)
  if (!login) log.warn('the database gives the program no login of its own: it uses the owner’s')
  const pool = openPool({ url: login ?? url, log })
  try {
    await checkDatabase(pool, config.payments === 'sandbox')
  } catch (error) {
    await pool.end()
    throw error
  }
  const pulse = feelPulse(pool, log)
  return { pool, pulse, transact: makeTransactor(pool, pulse), ownerUrl: url, applied }
}

export async function openDatabase(config: DatabaseConfig, log: Log): Promise<OpenDatabase> {
  const embedded: Embedded | null = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, (line) => log.warn(line))
  try {
    const { pulse, ...opened } = await openAt(config.databaseUrl ?? embedded?.url ?? '', config, log)
    const room = embedded ? watchRoom(embedded.home) : endless
    const stop = async () => {
      room.stop()
      await pulse.stop()
      await opened.pool.end()
      await embedded?.stop()
    }
    return { ...opened, hasRoom: room.hasRoom, isAlive: pulse.isAlive, stop }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
