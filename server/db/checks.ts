/** What must be true of a database before it may hold money. */
import type pg from 'pg'
import { DatabaseError } from '#server/lib/operator-error.ts'
import { toDatabaseError } from './connect.ts'
import { APP_ROLE } from './pool.ts'
import { BOOKS_WERE_MOVED } from './seal-era.ts'

const MIN_VERSION = 150_000
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
/** Without them a stuck statement or a forgotten client holds locks on money for ever. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

/** What no setting changes any more once there are tables. */
interface DatabaseKind {
  version: number
  version_text: string
  encoding: string
}

interface DatabaseFacts extends DatabaseKind {
  fsync: string | null
  full_page_writes: string | null
  synchronous_commit: string | null
  offset_ms: number
  role: string
  statement_timeout: string | null
  lock_timeout: string | null
  idle_in_transaction_session_timeout: string | null
  was_moved: boolean
}

const KIND = `current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
    current_setting('server_encoding') as encoding`

const READ_FACTS = `
  select ${KIND},
    ${[...DURABILITY, ...TIMEOUTS].map((name) => `current_setting('${name}', true) as ${name}`).join(', ')},
    current_user::text as role, (select offset_ms from product_clock) as offset_ms, ${BOOKS_WERE_MOVED} as was_moved`

/** What of the session's settings did not arrive; null when all did. */
function lostSetting(facts: DatabaseFacts): string | null {
  if (facts.role !== APP_ROLE) return `the role ${APP_ROLE}`
  return TIMEOUTS.find((name) => facts[name] === '0') ?? null
}

function obstacleOfKind({ version, version_text, encoding }: DatabaseKind): string | null {
  if (version < MIN_VERSION) return `PostgreSQL ${version_text} is too old: 15 is the oldest that serves`
  return encoding === 'UTF8' ? null : `the database is encoded in ${encoding}, and names need UTF8`
}

export function findObstacle(facts: DatabaseFacts, isSandbox: boolean): string | null {
  const obstacle = obstacleOfKind(facts)
  if (obstacle) return obstacle
  const off = DURABILITY.find((name) => facts[name] === 'off')
  if (off) return `${off} is off: acknowledged money could be lost in a crash`
  if (facts.offset_ms !== 0 && !isSandbox)
    return 'the clock of this database was moved in the sandbox: real payments need a database of their own'
  const lost = lostSetting(facts)
  if (lost) return `a pooler in between drops ${lost}: connect directly`
  if (facts.was_moved)
    return 'its rows came from another server, as by pg_restore, and their seals do not count here: run npm run admin -- new-era once, before money moves'
  return null
}

/** 08P01: a pooler refuses a startup message that has settings in it. */
const refusesSettings = (error: unknown): boolean =>
  /unsupported startup parameter/.test((error as Error).message ?? '')

/** Whether role and timeouts reach the session in the startup message. */
export async function takesSettings(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<DatabaseFacts>(READ_FACTS)
    return rows[0] !== undefined && lostSetting(rows[0]) === null
  } catch (error) {
    if (refusesSettings(error)) return false
    throw toDatabaseError(error)
  }
}

const refuse = (reason: string | null): void => {
  if (reason) throw new DatabaseError(`The database cannot be used: ${reason}.`)
}

/** Before the first migration: the start would refuse such a database, with every table in it and nothing to do but to begin again. */
export async function requireSupportedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<DatabaseKind>(`select ${KIND}`)
  refuse(rows[0] ? obstacleOfKind(rows[0]) : null)
}

/** Run as the program's role, because a role may have settings of its own. */
export async function checkDatabase(pool: pg.Pool, isSandbox: boolean): Promise<void> {
  const { rows } = await pool.query<DatabaseFacts>(READ_FACTS).catch((error) => {
    throw toDatabaseError(error)
  })
  refuse(rows[0] ? findObstacle(rows[0], isSandbox) : 'it does not answer')
}
