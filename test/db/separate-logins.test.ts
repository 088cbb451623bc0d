// MIGRATE_URL and DATABASE_URL: an owner who may not create roles migrates, and the server has a login without its rights.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { quietLog } from '#server/log.ts'
import { testServer } from '#test/support/database.ts'

const name = `plain_${randomBytes(6).toString('hex')}`
const [owner, web] = [`${name}_owner`, `${name}_web`]
const urlOf = (user: string, database = name): string => {
  const url = new URL(testServer().adminUrl)
  url.username = user
  url.pathname = `/${database}`
  return url.href
}

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: testServer().adminUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(() =>
  asAdmin(
    // what an administrator runs once (docs/operations/install.md); the role is there from the tests' template
    `create role ${owner} login in role amanat_app`,
    `create role ${web} login in role amanat_app`,
    `create database ${name} owner ${owner} template template0`,
  ),
)
afterAll(() =>
  asAdmin(
    `drop database if exists ${name} with (force)`,
    `drop role if exists ${web}`,
    `drop role if exists ${owner}`,
  ),
)

test('the owner needs no right to create roles, the server none of the owner’s', async () => {
  expect((await migrate(urlOf(owner))).length).toBe(readMigrations().length)
  const config = {
    databaseUrl: urlOf(web),
    dataDir: '/nonexistent',
    isTrial: true,
    migrate: false,
  } as const
  const database = await openDatabase(config, quietLog)
  try {
    const { rows } = await database.pool.query(
      'select current_user::text as role, session_user::text as login',
    )
    expect(rows).toEqual([{ role: 'amanat_app', login: web }])
    await expect(database.pool.query('create table mine (id int)')).rejects.toThrow(/permission denied/)
  } finally {
    await database.stop()
  }
  // a start that migrates does so as the owner, and serves as the other one
  const both = await openDatabase({ ...config, migrate: true, ownerUrl: urlOf(owner) }, quietLog)
  await both.stop()
  await expect(openDatabase({ ...config, migrate: true }, quietLog)).rejects.toThrow(
    /permission denied|must be owner/,
  )
}, 120_000)
