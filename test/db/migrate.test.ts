import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Migration, migrate, readMigrations, requireMigrated } from '#server/db/migrate.ts'
import { MigrationError } from '#server/lib/operator-error.ts'
import { emptyDatabase } from '#test/support/database.ts'

const ours = readMigrations()
const more = (text: string): Migration[] => [
  ...ours,
  { name: '999-more.sql', text, sha256: `hash of ${text}` },
]

let db: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

beforeEach(async () => {
  db = await emptyDatabase()
  client = new pg.Client({ connectionString: db.url })
  client.on('error', () => {})
  await client.connect()
})
afterEach(async () => {
  await client.end().catch(() => {})
  await db.drop()
})

const applied = async () =>
  (await client.query('select name from schema_migrations order by name')).rows.map((row) => row.name)

test('applies all, and nothing the second time', async () => {
  const names = ours.map(({ name }) => name)
  expect(await migrate(db.url)).toEqual(names)
  expect(await migrate(db.url)).toEqual([])
  expect(await applied()).toEqual(names)
})

test('processes that start together take turns', async () => {
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(db.url)))
  expect(results.map((names) => names.length).sort()).toEqual([0, 0, 0, ours.length])
})

test('who has to wait for another is told so', async () => {
  await migrate(db.url)
  await client.query('select pg_advisory_lock($1)', [0x6d696772])
  let waits = 0
  const onWait = () => {
    waits += 1
    void client.query('select pg_advisory_unlock_all()')
  }
  expect(await migrate(db.url, { onWait })).toEqual([])
  expect(await migrate(db.url, { onWait })).toEqual([])
  expect(waits).toBe(1)
})

test('a migration that fails leaves nothing of itself, and says where', async () => {
  const broken = more('create table half (id int);\n\nselect 1 from nowhere;')
  await expect(migrate(db.url, { migrations: broken })).rejects.toThrow(
    /999-more\.sql failed: line 3: relation "nowhere"/,
  )
  expect(await applied()).toEqual(ours.map(({ name }) => name))
  expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
})

test('killed in the middle of one, the next start goes on from there', async () => {
  const slow = more('create table late (id int); select pg_sleep(30);')
  const killed = migrate(db.url, { migrations: slow }).catch((error) => error)
  const sleeper = `select pg_terminate_backend(pid, 5000) as done from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
  while ((await client.query(sleeper)).rowCount === 0);
  expect(await killed).toBeInstanceOf(MigrationError)
  expect(await migrate(db.url, { migrations: more('create table late (id int);') })).toEqual(['999-more.sql'])
})

test('one that gets no lock lets others through for a while, and tries again', async () => {
  await migrate(db.url)
  await client.query('begin')
  await client.query('select from app_user')
  const further = migrate(db.url, { migrations: more('alter table app_user add column late text') })
  const waits = new Set<number>()
  const waiting = `select waitstart from pg_locks where relation = 'app_user'::regclass and not granted`
  while (waits.size < 2)
    for (const row of (await client.query<{ waitstart: Date }>(waiting)).rows)
      if (row.waitstart) waits.add(row.waitstart.getTime())
  await client.query('commit')
  expect(await further).toEqual(['999-more.sql'])
})

test.each([
  ['a file that was changed after it had been applied', more('select 2'), /999-more\.sql was changed after/],
  ['a database newer than the program', ours, /newer than this program: it has 999-more\.sql/],
])('refuses %s', async (_what, now, reason) => {
  await migrate(db.url, { migrations: more('select 1') })
  await expect(migrate(db.url, { migrations: now })).rejects.toThrow(reason)
})

test('lives with a newer migration that says it may', async () => {
  await migrate(db.url, {
    migrations: [...ours, { name: '999-more.additive.sql', text: 'select 1', sha256: 'x' }],
  })
  expect(await migrate(db.url)).toEqual([])
  await requireMigrated(db.url, ours)
})

test('without migrating: serves what is up to date, refuses what is not, and changes nothing', async () => {
  const start = () => requireMigrated(db.url, ours)
  await expect(start()).rejects.toThrow(
    /MIGRATE is 0 and 001-foundation\.sql is missing: run npm run migrate/,
  )
  expect((await client.query("select to_regclass('schema_migrations') as there")).rows).toEqual([
    { there: null },
  ])
  await migrate(db.url, { migrations: ours.slice(0, -1) })
  await expect(start()).rejects.toThrow(new RegExp(`${ours.at(-1)?.name} is missing`))
  await migrate(db.url)
  expect(await start()).toEqual([])
  await migrate(db.url, { migrations: more('select 1') })
  await expect(start()).rejects.toThrow(/newer than this program: it has 999-more\.sql/)
})

test('tells that no database answers, and which setting that is', async () => {
  await expect(migrate('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
    /at 127\.0\.0\.1:1 cannot be reached as nobody: .*ECONNREFUSED.*DATABASE_URL/,
  )
})

test('a database whose encoding the start refuses gets no table', async () => {
  const ascii = await emptyDatabase("encoding 'SQL_ASCII' locale_provider 'libc' locale 'C'")
  try {
    await expect(migrate(ascii.url)).rejects.toThrow(/encoded in SQL_ASCII, and names need UTF8/)
    const inside = new pg.Client({ connectionString: ascii.url })
    await inside.connect()
    const { rows } = await inside.query("select to_regclass('schema_migrations') as made")
    await inside.end()
    expect(rows).toEqual([{ made: null }])
  } finally {
    await ascii.drop()
  }
})

describe("the program's role", () => {
  const asProgram = async (text: string) => {
    await client.query('set role amanat_app')
    return client.query(text)
  }

  test.each([
    'create table mine (id int)',
    'update product_clock set offset_ms = 0',
    'drop table product_clock',
    'truncate schema_migrations',
    'create schema mine',
  ])('may not %s', async (text) => {
    await migrate(db.url)
    await expect(asProgram(text)).rejects.toMatchObject({ code: '42501' })
  })
})
