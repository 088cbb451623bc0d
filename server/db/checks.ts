/** What must be true of a database before it may hold money. */
import type pg from 'pg'
import { DatabaseError } from '#server/lib/operator-error.ts'

const MIN_VERSION = 150_000
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

interface DatabaseFacts {
  version: number
  version_text: string
  encoding: string
  fsync: string | null
  full_page_writes: string | null
  synchronous_commit: string | null
  offset_ms: number
}

const READ_FACTS = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
    current_setting('server_encoding') as encoding,
    ${DURABILITY.map((name) => `current_setting('${name}', true) as ${name}`).join(', ')},
    (select offset_ms from product_clock) as offset_ms`

export function findObstacle(facts: DatabaseFacts, isSandbox: boolean): string | null {
  if (facts.version < MIN_VERSION)
    return `PostgreSQL ${facts.version_text} is too old: 15 is the oldest that serves`
  if (facts.encoding !== 'UTF8') return `the database is encoded in ${facts.encoding}, and names need UTF8`
  const off = DURABILITY.find((name) => facts[name] === 'off')
  if (off) return `${off} is off: acknowledged money could be lost in a crash`
  if (facts.offset_ms !== 0 && !isSandbox)
    return 'the clock of this database was moved in the sandbox: real payments need a database of their own'
  return null
}

/** Run as the program's role, because a role may have settings of its own. */
export async function checkDatabase(pool: pg.Pool, isSandbox: boolean): Promise<void> {
  const { rows } = await pool.query<DatabaseFacts>(READ_FACTS)
  const reason = rows[0] ? findObstacle(rows[0], isSandbox) : 'it does not answer'
  if (reason) throw new DatabaseError(`The database cannot be used: ${reason}.`)
}
