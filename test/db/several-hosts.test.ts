// Several hosts in DATABASE_URL: the one that takes writes is found, and found again after a failover.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { quietLog } from '#server/log.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { TcpProxy } from '#test/faults/support/tcp-proxy.ts'
import { temporaryFolder } from '#test/support/global-setup.ts'

let folder: string
let standby: Embedded
let primary: Embedded
let proxies: readonly [TcpProxy, TcpProxy]

const socketOf = ({ url }: Embedded): string => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
const own = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path)
  chmodSync(path, 0o711)
  return path
}
const configured = (DATABASE_URL: string) => {
  const { databaseUrl, ownerUrl } = readConfig({ DATABASE_URL, NODE_ENV: '' })
  return { databaseUrl, ownerUrl, dataDir: folder, isTrial: true }
}
const bothHosts = () =>
  `postgresql://amanat@127.0.0.1:${proxies[0].port},127.0.0.1:${proxies[1].port}/amanat?target_session_attrs=read-write`

beforeAll(async () => {
  folder = temporaryFolder()
  const first = own('first')
  const before = await startEmbedded(first, () => {})
  const opened = await openDatabase(configured(before.url), quietLog)
  await opened.stop()
  await before.stop()
  writeFileSync(join(first, 'database', 'postgres', 'standby.signal'), '')
  standby = await startEmbedded(first, () => {})
  primary = await startEmbedded(own('second'), () => {})
  proxies = [await TcpProxy.open([socketOf(standby)]), await TcpProxy.open([socketOf(primary)])]
}, 240_000)
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  await primary.stop()
  await standby.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the second host is the primary until it is gone, then the first is', async () => {
  const database = await openDatabase(configured(bothHosts()), quietLog)
  const isPrimary = async () => {
    const { rows } = await database.pool.query('select pg_is_in_recovery() as is_standby')
    return rows[0]?.is_standby === false
  }
  try {
    // it was migrated: on the standby that would have been refused
    expect(database.applied.length).toBe(readMigrations().length)
    expect(await Promise.all(Array.from({ length: 8 }, isPrimary))).toEqual(Array(8).fill(true))

    await proxies[1].close()
    await vi.waitFor(() => expect(database.isAlive()).toBe(false), 10_000)
    const superuser = new URL(standby.url)
    superuser.username = 'postgres'
    const client = new pg.Client({ connectionString: superuser.href })
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
    await vi.waitFor(() => expect(database.isAlive()).toBe(true), 10_000)
    await database.runInTransaction(async () => {})
    expect(await isPrimary()).toBe(true)
  } finally {
    await database.stop()
  }
}, 120_000)

test('when none takes writes, the start says what each host answered', async () => {
  const url = 'postgresql://amanat@127.0.0.1:1,127.0.0.1:2/amanat'
  await expect(openDatabase(configured(url), quietLog)).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1,127\.0\.0\.1:2 cannot be reached as \w+: no host takes writes \(127\.0\.0\.1:1 .*ECONNREFUSED.*; 127\.0\.0\.1:2 .*ECONNREFUSED.*\)\. See DATABASE_URL, MIGRATE_URL or DRILL_URL, whichever names it\.$/,
  )
})
