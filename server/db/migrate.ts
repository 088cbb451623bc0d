// Brings a database up to this program: migrations/NNN-name.sql in order, each in one transaction together
// with its line in `schema_migrations`. Killed anywhere, the next start goes on where this one was.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { packageRoot } from '../package-root.ts'
import { DatabaseTrouble } from './checks.ts'
import { reasonOf } from './embedded/trouble.ts'
import { grantJobs } from './job-grants.ts'

export interface Migration {
  name: string
  text: string
  sha256: string
}

export class MigrationTrouble extends Error {
  override name = 'MigrationTrouble'

  constructor(reason: string, options?: ErrorOptions) {
    super(`The database cannot be brought up to this program: ${reason}.`, options)
  }
}

/** Any constant; processes that start at the same moment take turns by it. */
const TURN = 0x6d696772

export const migrationsFolder = join(packageRoot, 'server', 'db', 'migrations')

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    if (!name.startsWith(`${String(index + 1).padStart(3, '0')}-`))
      throw new MigrationTrouble(`migrations are numbered without gaps, and ${name} is number ${index + 1}`)
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

function refuseStrangers(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    if (!known.has(name))
      throw new MigrationTrouble(`the database is newer than this program: it has ${name}`)
    if (known.get(name) !== sha256)
      throw new MigrationTrouble(`${name} was changed after it had been applied; a change is a new migration`)
  }
}

function complaint(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string }
  return position ? `line ${text.slice(0, Number(position)).split('\n').length}: ${message}` : message
}

async function apply(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationTrouble(`${name} failed: ${complaint(error, text)}`, { cause: error })
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'amanat migrations' })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseTrouble(`The database cannot be reached: ${reasonOf(error)}. See DATABASE_URL.`, {
      cause: error,
    })
  }
}

/** As the database's owner. The names of what it applied. */
export async function migrate(ownerUrl: string, migrations = readMigrations()): Promise<string[]> {
  const client = await connect(ownerUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [TURN])
    const applied = await readApplied(client)
    refuseStrangers(applied, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    // Before ours would be too early: the grants are to a role that 001 makes.
    await runMigrations({ connectionString: ownerUrl })
    await grantJobs(client)
    return missing.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
  }
}
