// A real streaming replica: what may be a little old is read there, and from the primary while it is away or too far behind.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { openReplica } from '#server/db/replica.ts'
import { createTransactionRunner, type ReadTx, type RunInTransaction } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { listUsers } from '#server/repositories/user-grid.ts'
import { listSellers } from '#server/repositories/users.ts'
import { DATABASE_METRICS } from '#server/services/admin/database-metrics.ts'
import { verify } from '#server/services/money/verify.ts'
import { temporaryFolder } from '#test/support/global-setup.ts'

const MAX_LAG_MS = 3_000
const PATIENCE = { timeout: 30_000, interval: 50 }

let [primaryFolder, standbyFolder] = ['', '']
let primary: Embedded
let standby: Embedded
let pool: pg.Pool
beforeAll(async () => {
  ;[primaryFolder, standbyFolder] = [temporaryFolder(), temporaryFolder()]
  const first = await startEmbedded(primaryFolder, () => {})
  await migrate(first.url)
  await first.stop()
  execFileSync('cp', ['-a', `${primaryFolder}/.`, standbyFolder])
  primary = await startEmbedded(primaryFolder, () => {})
  const data = join(standbyFolder, 'database', 'postgres')
  const sockets = new URL(primary.url).searchParams.get('host')
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${sockets} port=5432 user=postgres'\n`,
  )
  standby = await startEmbedded(standbyFolder, () => {})
  pool = openPool({ url: primary.url, log: quietLog, max: 4 })
}, 120_000)
afterAll(async () => {
  await pool?.end()
  await standby?.stop()
  await primary?.stop()
  for (const folder of [primaryFolder, standbyFolder]) rmSync(folder, { recursive: true, force: true })
})

async function asSuperuser({ url }: Embedded, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { username: 'postgres' }).href,
  })
  await client.connect()
  await client.query(text)
  await client.end()
}

const isReplica = async (tx: ReadTx): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(tx)
  return rows[0]?.is ?? false
}

const open = (url: string, runInTransaction: RunInTransaction = createTransactionRunner(pool)) =>
  openReplica({ url, primaryPool: pool, runInTransaction, maxLagMs: MAX_LAG_MS, log: quietLog })

test('everything that is read there can be read there, and nothing can be written', async () => {
  const replica = open(standby.url, () => Promise.reject(new Error('the primary was asked')))
  const { alone } = replica.reads
  try {
    await vi.waitUntil(replica.isUsed, PATIENCE)
    expect(await alone(isReplica)).toBe(true)
    for (const { name, read } of DATABASE_METRICS) await expect(alone(read), name).resolves.toBeDefined()
    expect(await verify(alone)).toEqual([])
    const page = { page: 1, page_size: 10, search: 'a' }
    expect((await alone((tx) => listUsers(tx, page))).rows).toEqual([])
    const which = { exceptId: 1, areVerified: false }
    expect((await alone((tx) => listSellers(tx, page, which))).rows).toEqual([])
    await expect(alone((tx) => sql`update product_clock set offset_ms = 0`.execute(tx))).rejects.toThrow(
      'the primary was asked',
    )
    // @ts-expect-error: the type has nothing that writes
    await expect(alone((tx) => tx.deleteFrom('email').execute())).rejects.toThrow()
  } finally {
    await replica.stop()
  }
}, 60_000)

test('too far behind, or away, even with a read under way, it is left alone until it is back', async () => {
  const replica = open(standby.url)
  const { alone, beside } = replica.reads
  try {
    await vi.waitUntil(replica.isUsed, PATIENCE)
    expect(replica.lagMs()).toBeLessThan(MAX_LAG_MS)
    await asSuperuser(standby, 'select pg_wal_replay_pause()')
    await asSuperuser(primary, 'create table later (id int)')
    await vi.waitUntil(() => !replica.isUsed(), PATIENCE)
    expect(replica.lagMs()).toBeGreaterThan(MAX_LAG_MS)
    expect(await alone(isReplica)).toBe(false)
    const own = createTransactionRunner(pool)
    expect(await own((tx) => beside(tx, isReplica))).toBe(false)
    await asSuperuser(standby, 'select pg_wal_replay_resume()')
    await vi.waitUntil(replica.isUsed, PATIENCE)
    expect(await own((tx) => beside(tx, isReplica))).toBe(true)

    const slow = alone(async (tx) => {
      await sql`select pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`.execute(tx)
      return isReplica(tx)
    })
    await standby.stop()
    expect(await slow).toBe(false)
    await vi.waitUntil(() => !replica.isUsed(), PATIENCE)
    standby = await startEmbedded(standbyFolder, () => {})
    await vi.waitUntil(replica.isUsed, PATIENCE)
    expect(await alone(isReplica)).toBe(true)
  } finally {
    await replica.stop()
  }
}, 120_000)

test('what is no standby is not read', async () => {
  const replica = open(primary.url)
  try {
    await new Promise((done) => setTimeout(done, 1_500))
    expect([replica.isUsed(), await replica.reads.alone(isReplica)]).toEqual([false, false])
  } finally {
    await replica.stop()
  }
}, 30_000)

test('READ_URL with the owner’s login is read by the program’s own', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(dataDir, { recursive: true })
  const database = await openDatabase(
    {
      ...{ databaseUrl: primary.url, readUrl: standby.url, readMaxLagMs: MAX_LAG_MS },
      dataDir,
      isTrial: true,
    },
    quietLog,
  )
  try {
    await vi.waitUntil(() => (database.replicaLagMs() ?? Number.POSITIVE_INFINITY) < MAX_LAG_MS, PATIENCE)
    const who = await vi.waitUntil(async () => {
      const { rows } = await database.reads.alone((tx) =>
        sql<{ role: string; login: string; is: boolean }>`
          select current_user::text as role, session_user::text as login, pg_is_in_recovery() as is`.execute(
          tx,
        ),
      )
      return rows[0]?.is ? rows[0] : null
    }, PATIENCE)
    expect(who).toEqual({ role: 'amanat_app', login: 'amanat_app_amanat', is: true })
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
