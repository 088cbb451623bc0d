// A server that is a standby, as a primary is after a failover: it answers, and takes no write.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isUnavailable } from '#server/db/errors.ts'
import { startHealthCheck } from '#server/db/health-check.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createTransactionRunner } from '#server/db/transaction.ts'
import { checkStandbys, syncStandbyCount } from '#server/jobs/standbys.ts'
import { quietLog } from '#server/log.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { alarms, mayLapse, mayMoveMoney } from '#server/services/circuit-breaker.ts'
import { temporaryFolder } from '#test/support/global-setup.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('its refusal means: ask again; and it counts as lost until it is a primary', async () => {
  const primary = await startEmbedded(folder, () => {})
  await migrate(primary.url)
  await primary.stop()
  writeFileSync(join(folder, 'database', 'postgres', 'standby.signal'), '')
  const standby = await startEmbedded(folder, () => {})
  const pool = openPool({ url: standby.url, log: quietLog, role: null, max: 2 })
  const health = startHealthCheck(pool, quietLog)
  try {
    const refused = await createTransactionRunner(pool)(async () => {}).catch((error) => error)
    expect([refused.code, isUnavailable(refused)]).toEqual(['0A000', true])
    await vi.waitFor(() => expect(health.isAlive()).toBe(false), 5_000)
    const superuser = new URL(standby.url)
    superuser.username = 'postgres'
    const client = new pg.Client({ connectionString: superuser.href })
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
    await vi.waitFor(() => expect(health.isAlive()).toBe(true), 5_000)
    await createTransactionRunner(pool)(async () => {})
  } finally {
    await health.stop()
    await pool.end()
    await standby.stop()
  }
}, 120_000)

test('missing standbys are told, also where they cannot be counted, and stop neither money nor deadlines', async () => {
  const primary = await startEmbedded(folder, () => {})
  await migrate(primary.url)
  const pool = openPool({ url: primary.url, log: quietLog, max: 1 })
  const context = { runInTransaction: createTransactionRunner(pool), log: quietLog }
  const words = () => alarms().map((alarm) => alarm.words)
  try {
    await checkStandbys(context, 1)
    expect([syncStandbyCount(), words()]).toEqual([
      null,
      [expect.stringContaining('grant pg_monitor to amanat_app')],
    ])
    const superuser = new URL(primary.url)
    superuser.username = 'postgres'
    const client = new pg.Client({ connectionString: superuser.href })
    await client.connect()
    await client.query('grant pg_monitor to amanat_app')
    await client.end()
    await checkStandbys(context, 1)
    expect([syncStandbyCount(), words()]).toEqual([
      0,
      [expect.stringContaining('0 of 1 synchronous standbys')],
    ])
    expect([mayMoveMoney(), mayLapse()]).toEqual([true, true])
    await checkStandbys(context, 0)
    expect(alarms()).toEqual([])
  } finally {
    await pool.end()
    await primary.stop()
  }
}, 120_000)
