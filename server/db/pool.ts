/** The connection pool. Only db/, main, app and cli may import it: everything else is given a transaction. */
import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import { DatabaseClient } from './client.ts'

export const APP_ROLE = 'amanat_app'

/**
 * More statements at once than a few for each core make all of them slower: PostgreSQL's processes take turns at the cores and at
 * their caches (docs/decisions/019). What waits for a connection waits here instead.
 */
const CONNECTIONS = Math.max(6, Math.min(12, 2 * availableParallelism() + 2))

export interface PoolOptions {
  url: string
  log: Log
  /** The role that the connections act as; null is the database's owner, for tools and tests. */
  role?: string | null
  /** undefined: by the machine's cores */
  max?: number | undefined
  /** How role and timeouts reach the session: in the startup message, or, where a pooler drops that, by statements. */
  settings?: 'startup' | 'statements'
}

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a number holds exactly`)
  return value
}

type Parse = (text: string) => unknown

// The types of pg list the scalar types alone.
const builtIn = pg.types.getTypeParser as (oid: number, format?: string) => Parse

const int8Array = builtIn(INT8_ARRAY) as (text: string) => (string | null)[]

const parsers: Record<number, Parse> = {
  [INT8]: safeInteger,
  [INT8_ARRAY]: (text) => int8Array(text).map((item) => (item === null ? null : safeInteger(item))),
  // A day is not an instant: parsed as a Date it would move with the server's time zone.
  [DATE]: (text) => text,
}

const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && parsers[oid]) || builtIn(oid, format),
} as pg.CustomTypesConfig

// A hanging transaction holds locks on money: a stuck statement or a forgotten client is cancelled. JIT compilation
// costs more than any of our statements.
const SESSION = {
  jit: 'off',
  timezone: 'UTC',
  search_path: 'public',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  // A database or a role may have other defaults, and locks are relied on to show what others have committed.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
}

const sessionOf = (role: string | null): [name: string, value: string][] =>
  Object.entries({ ...(role === null ? {} : { role }), ...SESSION })

/** A connection that falls silent here is nobody's yet: nothing else would end it. */
const SETTINGS_TIMEOUT_MS = 5_000

async function setSession(client: pg.ClientBase, role: string | null): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  const timer = setTimeout(() => stream.destroy(), SETTINGS_TIMEOUT_MS)
  try {
    await client.query(
      sessionOf(role)
        .map(([name, value]) => `set ${name} = '${value}'`)
        .join('; '),
    )
  } finally {
    clearTimeout(timer)
  }
}

function withSession(url: string, role: string | null): string {
  const flags = sessionOf(role).map(([name, value]) => `-c ${name}=${value.replace(' ', '\\ ')}`)
  const extended = new URL(url)
  const given = extended.searchParams.get('options')
  extended.searchParams.set('options', [given, ...flags].filter(Boolean).join(' '))
  return extended.href
}

export function openPool({
  url,
  log,
  role = APP_ROLE,
  max = CONNECTIONS,
  settings = 'startup',
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...(settings === 'startup'
      ? { connectionString: withSession(url, role) }
      : { connectionString: url, onConnect: (client: pg.ClientBase) => setSession(client, role) }),
    Client: DatabaseClient,
    max,
    types,
    // Statements that are issued side by side are sent at once, without waiting for the answer to the previous one.
    pipeline: true,
    application_name: role ?? 'amanat owner',
    // The wait for a free connection. A lost database is noticed sooner, by health-check.ts.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without these listeners a backend that ends under an idle or a borrowed client would end the process.
  // one for each when the database goes, which the health check tells
  pool.on('error', (error) => log.debug({ reason: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
