// The connections. Only db/, main, app and cli may import this: everything else is handed a transaction.
import pg from 'pg'
import type { Log } from '../log.ts'

export const APP_ROLE = 'amanat_app'

export interface PoolOptions {
  url: string
  log: Log
  /** The role the connections act as; null is the database's owner, for migrations and the job runner. */
  role?: string | null
  max?: number
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

// Its types list the scalar types alone.
const builtIn = pg.types.getTypeParser as (oid: number, format?: string) => Parse

const int8Array = builtIn(INT8_ARRAY) as (text: string) => (string | null)[]

const parsers: Record<number, Parse> = {
  [INT8]: safeInteger,
  [INT8_ARRAY]: (text) => int8Array(text).map((item) => (item === null ? null : safeInteger(item))),
  // A day is not an instant: as a Date it would move with the server's time zone.
  [DATE]: (text) => text,
}

export const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && parsers[oid]) || builtIn(oid, format),
} as pg.CustomTypesConfig

// A transaction that hangs holds locks on money: a stuck statement or a forgotten client is cut off. To have a statement
// compiled takes longer than any of ours runs.
const SESSION = {
  jit: 'off',
  timezone: 'UTC',
  search_path: 'public',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
}

function withSession(url: string, role: string | null): string {
  const settings = { ...(role === null ? {} : { role }), ...SESSION }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const extended = new URL(url)
  const given = extended.searchParams.get('options')
  extended.searchParams.set('options', [given, ...flags].filter(Boolean).join(' '))
  return extended.href
}

export function openPool({ url, log, role = APP_ROLE, max = 12 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSession(url, role),
    max,
    types,
    // statements that are asked side by side are sent at once, not each after the answer to the last
    pipeline: true,
    application_name: role ?? 'amanat owner',
    // How long one waits for a free connection; whether there is a database at all, pulse.ts tells sooner.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // A backend that ends under an idle or a borrowed client is an event without a listener: the process's end.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
