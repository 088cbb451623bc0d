// A pooler between the program and its database: what it may take away, and what is refused in one line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { DatabaseError } from '#server/lib/operator-error.ts'
import { quietLog } from '#server/log.ts'
import { targetOf, throughProxy } from '#test/faults/support/tcp-proxy.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { Pooler, type PoolerOptions } from '#test/support/pooler.ts'

let db: FreshDatabase
let dataDir: string
beforeAll(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-pooler-'))
})
afterAll(async () => {
  await db.drop()
  rmSync(dataDir, { recursive: true })
})

const open = (databaseUrl: string, databaseConnections?: number) =>
  openDatabase({ databaseUrl, dataDir, isTrial: true, databaseConnections }, quietLog)

let pooler: Pooler | undefined
const urlThrough = async (url: string, options: PoolerOptions): Promise<string> => {
  pooler = await Pooler.open(targetOf(url), options)
  return throughProxy(url, pooler as never)
}
beforeEach(() => {
  pooler = undefined
})
afterEach(() => pooler?.close())

describe('transaction pooling', () => {
  test.each(['dropped', 'refused'] as const)('is refused in one line; settings %s', async (options) => {
    const opened = open(await urlThrough(db.url, { mode: 'transaction', options }))
    await expect(opened).rejects.toThrow(DatabaseError)
    await expect(opened).rejects.toThrow(/^The database cannot be used: a pooler .* session pooling\.$/)
  })

  test('is refused before the owner alone, who migrates; not where nothing is migrated', async () => {
    const ownerUrl = await urlThrough(db.url, { mode: 'transaction', options: 'dropped' })
    const config = { databaseUrl: db.url, ownerUrl, dataDir, isTrial: true }
    await expect(openDatabase(config, quietLog)).rejects.toThrow(/^The database cannot be used: a pooler /)
    const { stop } = await openDatabase({ ...config, migrate: false }, quietLog)
    await stop()
  })

  test('is refused before anything is migrated', async () => {
    const empty = await emptyDatabase()
    try {
      const url = await urlThrough(empty.url, { mode: 'transaction', options: 'dropped' })
      await expect(open(url)).rejects.toThrow(DatabaseError)
    } finally {
      await pooler?.close()
      pooler = undefined
      const { url, drop } = empty
      const { applied, stop } = await open(url)
      expect(applied).not.toEqual([])
      await stop()
      await drop()
    }
  })
})

describe('session pooling', () => {
  test.each(['dropped', 'refused'] as const)(
    'serves: role and timeouts arrive although settings at the start are %s',
    async (options) => {
      const database = await open(await urlThrough(db.url, { mode: 'session', options }))
      try {
        const session = () =>
          database.runInTransaction(async (tx) => {
            const { rows } = await sql<Record<string, string>>`
              select current_user::text as role, current_setting('statement_timeout') as statement,
                current_setting('lock_timeout') as lock`.execute(tx)
            return rows[0]
          })
        const expected = { role: 'amanat_app', statement: '30s', lock: '10s' }
        // on a connection that was used before, and on more than one
        expect(await session()).toEqual(expected)
        expect(await Promise.all([session(), session(), session()])).toEqual([expected, expected, expected])
        expect(database.isAlive()).toBe(true)
      } finally {
        await database.stop()
      }
    },
  )
})

test.each(['direct', 'settings dropped'])('DATABASE_CONNECTIONS are opened, and no more: %s', async (way) => {
  const url = way === 'direct' ? db.url : await urlThrough(db.url, { mode: 'session', options: 'dropped' })
  const database = await open(url, 5)
  try {
    await Promise.all(Array.from({ length: 30 }, () => database.runInTransaction(async () => {})))
    expect(database.pool.totalCount).toBe(5)
  } finally {
    await database.stop()
  }
})

test('a connection that leads nowhere is one line too', async () => {
  await expect(open('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
    /^The database at .* cannot be reached as .*: .*ECONNREFUSED.* See DATABASE_URL, /,
  )
})
