// Rows that came from another server as pg_restore brings them: no money before they have an era of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { beginSealEra } from '#server/db/seal-era.ts'
import { quietLog } from '#server/log.ts'
import { listSequences, listTables } from '#server/postgres/backup/catalogue.ts'
import { disableTriggers } from '#server/postgres/backup/triggers.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { post } from '#server/repositories/ledger.ts'
import { seal } from '#server/services/money/verify.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { temporaryFolder } from '#test/support/global-setup.ts'
import { endHold, fund, newDealId, postAlone } from '#test/support/ledger.ts'

let folder: string
let dataDir: string
let source: FreshDatabase
let target: Embedded
beforeAll(async () => {
  folder = temporaryFolder()
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-moved-'))
  source = await freshDatabase()
  target = await startEmbedded(folder, () => {})
}, 120_000)
afterAll(async () => {
  await source.drop()
  await target.stop()
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** The older server has counted more transactions than the new one. */
async function countTransactions(count: number): Promise<void> {
  const client = await connected(source.url)
  await client.query('set synchronous_commit = off')
  await client.query(
    `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  await client.end()
}

async function copyRows(): Promise<void> {
  const [from, to] = [await connected(source.url), await connected(target.url)]
  try {
    await to.query('begin')
    const tables = await listTables(from)
    const enable = await disableTriggers(
      to,
      tables.map(({ name }) => name),
    )
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns } of tables) {
      const what = `${name} (${columns.join(', ')})`
      await pipeline(
        from.query(copyTo(`copy ${what} to stdout`)),
        to.query(copyFrom(`copy ${what} from stdin`)),
      )
    }
    for (const name of await listSequences(from)) {
      const { rows } = await from.query(`select last_value, is_called from ${name}`)
      await to.query('select setval($1, $2, $3)', [name, rows[0].last_value, rows[0].is_called])
    }
    await enable()
    await to.query('commit')
  } finally {
    await from.end()
    await to.end()
  }
}

const open = () => openDatabase({ databaseUrl: target.url, dataDir, isTrial: true }, quietLog)
async function problems(): Promise<unknown[]> {
  const client = await connected(target.url)
  const { rows } = await client.query('select * from verify()')
  await client.end()
  return rows
}

test('a moved database is refused, takes a new era once, and its books stay sound while money moves', async () => {
  const [sealed, unsealed] = [newDealId(), newDealId()]
  await countTransactions(5_000)
  await postAlone(source, fund(sealed, 150_000))
  await source.runInTransaction((tx) => seal({ tx }))
  await postAlone(source, fund(unsealed, 70_000))
  await migrate(target.url)
  await copyRows()
  expect(await problems()).toEqual([])

  await expect(open()).rejects.toThrow(/came from another server.*npm run admin -- new-era/)
  expect(await beginSealEra(target.url)).toBe(true)
  expect(await beginSealEra(target.url)).toBe(false)

  const database = await open()
  try {
    // beside a running server there is nothing to begin, so nothing to refuse either
    expect(await beginSealEra(target.url)).toBe(false)
    for (const id of [sealed, unsealed])
      await database.runInTransaction((tx) =>
        post(tx, endHold(id, { 'payable:1': id === sealed ? 150_000 : 70_000 })),
      )
    while (await database.runInTransaction((tx) => seal({ tx })));
  } finally {
    await database.stop()
  }
  expect(await problems()).toEqual([])
}, 120_000)

test('a database of its own server is not touched', async () => {
  await postAlone(source, fund(newDealId(), 100))
  expect(await beginSealEra(source.url)).toBe(false)
})
