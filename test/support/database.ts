// A database of a test file's own: a copy of the migrated template, dropped when the file is done.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { APP_ROLE, openPool } from '#server/db/pool.ts'
import { createTransactionRunner, type RunInTransaction } from '#server/db/transaction.ts'
import type { TestServer } from '#test/support/global-setup.ts'
import { testLog } from '#test/support/logs.ts'

export interface FreshDatabase {
  /** as the program: the role amanat_app */
  pool: pg.Pool
  runInTransaction: RunInTransaction
  /** as the owner, for what the program may not do */
  ownerPool: pg.Pool
  /** of the owner: what DATABASE_URL would be */
  url: string
  /** as a superuser of the server, who may switch triggers off */
  adminUrl: string
  drop(): Promise<void>
}

function urlOf(base: string, database: string): string {
  const url = new URL(base)
  url.pathname = `/${database}`
  return url.href
}

/** The PostgreSQL of this worker, or the one that all were given. */
export function testServer(): TestServer {
  const servers = inject('servers')
  const server = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (!server) throw new Error('no PostgreSQL was started')
  return server
}

/** One statement after another: a database is made and dropped outside of any transaction. */
async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: testServer().adminUrl })
  await client.connect()
  try {
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}

/** With the login that a server started on it may have made. */
async function dropDatabase(name: string): Promise<void> {
  await asAdmin(`drop database ${name} with (force)`, `drop role if exists ${APP_ROLE}_${name}`)
}

/** Every page of it is written to the log, and compressing them took a third of the time. */
const copyTemplate = (name: string, { pathname, username }: URL): Promise<void> =>
  asAdmin(
    'set wal_compression = off',
    `create database ${name} template ${pathname.slice(1)} owner ${username}`,
  )

export async function freshDatabase({ max }: { max?: number } = {}): Promise<FreshDatabase> {
  const owner = new URL(testServer().ownerUrl)
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyTemplate(name, owner)
  const url = urlOf(owner.href, name)
  const pool = openPool({ url, log: testLog, max })
  const ownerPool = openPool({ url, log: testLog, role: null, max: 3 })
  const drop = async () => {
    await Promise.all([pool.end(), ownerPool.end()])
    await dropDatabase(name)
  }
  return {
    pool,
    runInTransaction: createTransactionRunner(pool),
    ownerPool,
    url,
    adminUrl: urlOf(testServer().adminUrl, name),
    drop,
  }
}

/** A database without a table, for what is about to make them. */
export async function emptyDatabase(form = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const owner = new URL(testServer().ownerUrl)
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template template0 owner ${owner.username} ${form}`)
  return { url: urlOf(owner.href, name), drop: () => dropDatabase(name) }
}
