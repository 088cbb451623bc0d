/**
 * Brings a database up to this program: migrations/NNN-name.sql in order, each in one transaction together with its row
 * in `schema_migrations`. After a kill the next start continues where this one was.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MigrationError } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'
import { requireSupportedDatabase } from './checks.ts'
import { withConnection } from './connect.ts'
import { codeOf } from './errors.ts'
import { APP_ROLE } from './pool.ts'

export interface Migration {
  name: string
  text: string
  sha256: string
}

/** Any constant: the advisory lock that serialises processes that start at the same moment. */
const MIGRATION_LOCK = 0x6d696772

const migrationsFolder = join(packageRoot, 'server', 'db', 'migrations')

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    if (!name.startsWith(`${String(index + 1).padStart(3, '0')}-`))
      throw new MigrationError(`migrations are numbered without gaps, and ${name} is number ${index + 1}`)
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** `NNN-name.additive.sql`: the program before it works on it too, and may be started again beside or after this one. */
const isAdditive = (name: string): boolean => name.endsWith('.additive.sql')

function refuseUnknownMigrations(applied: Map<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    if (!known.has(name) && isAdditive(name)) continue
    if (!known.has(name)) throw new MigrationError(`the database is newer than this program: it has ${name}`)
    if (known.get(name) !== sha256)
      throw new MigrationError(`${name} was changed after it had been applied; a change is a new migration`)
  }
}

function describeError(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string }
  return position ? `line ${text.slice(0, Number(position)).split('\n').length}: ${message}` : message
}

/** PostgreSQL asks for the right to create roles before it sees that the role is there. */
const CREATE_ROLE = /^do \$\$\nbegin\n {2}create role amanat_app nologin;\n[\s\S]*?^\$\$;\n/m

/** A plain owner serves where somebody else has created the program's role (docs/operations/install.md). */
async function withoutKnownRole(client: pg.Client, text: string): Promise<string> {
  if (!CREATE_ROLE.test(text)) return text
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  return rowCount ? text.replace(CREATE_ROLE, '') : text
}

/** Whoever waits for a table's lock has all statements on that table wait behind it. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_TRIES = 30
const LOCK_PAUSE_MS = 500

/** Servers are at work on the tables that it changes: a deadlock with one of them, or no lock in time. */
const isInTheWay = (error: unknown): boolean => ['40P01', '55P03'].includes(codeOf(error))

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, text, sha256 } = migration
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(await withoutKnownRole(client, text))
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (tries === LOCK_TRIES || !isInTheWay(error))
        throw new MigrationError(`${name} failed: ${describeError(error, text)}`, { cause: error })
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

interface MigrateOptions {
  readonly migrations?: readonly Migration[]
  /** Another process has the lock: nothing else would be seen until it is done. */
  readonly onWait?: () => void
}

async function takeLock(client: pg.Client, onWait?: () => void): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_taken', [MIGRATION_LOCK])
  if (rows[0]?.is_taken) return
  onWait?.()
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

/** As the database's owner. Returns the names of the migrations that it applied. */
export const migrate = (
  ownerUrl: string,
  { migrations = readMigrations(), onWait }: MigrateOptions = {},
): Promise<string[]> =>
  withConnection(ownerUrl, 'amanat migrations', async (client) => {
    await requireSupportedDatabase(client)
    await takeLock(client, onWait)
    const applied = await readApplied(client)
    refuseUnknownMigrations(applied, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  })

/** With any login: that there is nothing to migrate. Returns no name, as a migration with nothing to do. */
export const requireMigrated = (url: string, migrations = readMigrations()): Promise<string[]> =>
  withConnection(url, 'amanat migrations', async (client) => {
    const { rows } = await client
      .query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations')
      .catch((error) => {
        if (codeOf(error) === '42P01') return { rows: [] }
        throw error
      })
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    refuseUnknownMigrations(applied, migrations)
    const missing = migrations.find(({ name }) => !applied.has(name))
    if (missing)
      throw new MigrationError(`MIGRATE is 0 and ${missing.name} is missing: run npm run migrate first`)
    return []
  })
