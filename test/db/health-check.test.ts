// How late the database may answer before all that is in hand is refused: on a busy machine an operator gives it longer.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startHealthCheck } from '#server/db/health-check.ts'
import { quietLog } from '#server/log.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.drop())

const timeoutOf = (env: Record<string, string>) => readConfig(env).databaseTimeoutMs

test('an answer that is late, but not later than DATABASE_TIMEOUT_MS, costs nobody anything', async () => {
  const patient = startHealthCheck(db.pool, quietLog, timeoutOf({ DATABASE_TIMEOUT_MS: '10000' }))
  const usual = startHealthCheck(db.pool, quietLog, timeoutOf({}))
  const holder = await db.ownerPool.connect()
  try {
    await vi.waitUntil(() => patient.isAlive() && usual.isAlive())
    await holder.query('begin')
    // what the check reads is locked, so that it is answered when that ends
    await holder.query('lock table product_clock in access exclusive mode')
    const inHand = patient.unlessLost(sleep(2_500, 'done'))
    await vi.waitUntil(() => !usual.isAlive(), { timeout: 10_000 })
    expect(patient.isAlive()).toBe(true)
    await holder.query('commit')
    await vi.waitUntil(() => usual.isAlive(), { timeout: 10_000 })
    expect(await inHand).toBe('done')
    expect(patient.isAlive()).toBe(true)
  } finally {
    holder.release(true)
    await Promise.all([patient.stop(), usual.stop()])
  }
}, 60_000)
