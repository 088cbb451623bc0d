// A backup taken while clients go on, restored elsewhere: all that was acknowledged before it began is in it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundled } from '#test/support/command.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { addDeals, endAll } from './support/bulk.ts'
import { Client } from './support/client.ts'
import { fault } from './support/fault.ts'
import { Load } from './support/load.ts'
import { freePort, killAll, Program, startServer } from './support/program.ts'

let db: FreshDatabase
let dataDir: string
beforeEach(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(async () => {
  killAll()
  await db.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

interface At {
  readonly databaseUrl: string
  readonly dataDir: string
}

async function command(name: 'backup' | 'restore', file: string, at: At): Promise<Program> {
  const program = new Program([bundled(`server/cli/${name}.ts`), file], {
    DATABASE_URL: at.databaseUrl,
    DATA_DIR: at.dataDir,
  })
  await program.ended
  return program
}

async function must(name: 'backup' | 'restore', file: string, at: At): Promise<string> {
  const program = await command(name, file, at)
  if (program.child.exitCode !== 0) throw new Error(`${name}: ${program.output}`)
  return program.output
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

const ownPlace = (): At => ({ databaseUrl: db.url, dataDir })
const elsewhere = (databaseUrl: string): At => ({ databaseUrl, dataDir: `${dataDir}/elsewhere` })

fault('backup-under-load', { short: 1, full: 20 }, async ({ rounds, random }) => {
  const port = await freePort()
  const server = await startServer({ port, databaseUrl: db.url, dataDir })
  const client = new Client(port)
  const load = new Load(client)
  await load.begin(6)
  let [acknowledged, lost, doubled] = [0, 0, 0]
  const problems: unknown[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(500 + random(1_000))
    const file = `${dataDir}/backup-${round}`
    const acknowledgedBefore = load.acknowledged.length
    await must('backup', file, ownPlace())
    const fresh = await emptyDatabase()
    await must('restore', file, elsewhere(fresh.url))
    const verdict = await load.judge(fresh.url, acknowledgedBefore)
    acknowledged += acknowledgedBefore
    lost += verdict.lost
    doubled += verdict.doubled
    problems.push(...verdict.problems)
    await fresh.drop()
    rmSync(`${dataDir}/elsewhere`, { recursive: true, force: true })
  }
  await load.finish()
  client.close()
  await server.signal('SIGTERM')
  const verdict = await load.judge(db.url)
  return {
    rounds,
    acknowledged,
    lost: lost + verdict.lost,
    doubled: doubled + verdict.doubled,
    problems: [...problems, ...verdict.problems],
  }
})

/** A round is a deal that has ended, with its events and its money. Ready is a server that serves it. */
fault('restore-many', { short: 1_000, full: 100_000 }, async ({ rounds }) => {
  const owner = await db.ownerPool.connect()
  await addDeals(owner, {
    count: rounds,
    status: 'delivered',
    dueAt: "product_now() + interval '1 day'",
  })
  await endAll(owner, rounds)
  while ((await owner.query('select from seal()')).rowCount) {}
  owner.release()
  const file = `${dataDir}/backup`
  const wrote = performance.now()
  const output = await must('backup', file, ownPlace())
  const read = performance.now()
  const fresh = await emptyDatabase()
  const restored = await must('restore', file, elsewhere(fresh.url))
  const server = await startServer({ port: await freePort(), ...elsewhere(fresh.url) })
  const done = performance.now()
  await server.signal('SIGTERM')
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as deals, (select count(*)::int from entry) as entries from deal where status = 'released'`,
  )
  const { rows: problems } = await client.query('select * from verify()')
  await client.end()
  await fresh.drop()
  const note = `backup ${Math.round((read - wrote) / 100) / 10} s (${/: (.*?) of rows/.exec(output)?.[1]}), restored and ready in ${Math.round((done - read) / 100) / 10} s`
  expect(restored).toContain('The books are sound')
  return { rounds, acknowledged: rounds, lost: rounds - rows[0].deals, doubled: 0, problems, note }
})

test('files are in it; a full database, a damaged file and a missing one are refused in one line', async () => {
  mkdirSync(`${dataDir}/files/ab`, { recursive: true })
  writeFileSync(`${dataDir}/files/ab/abcdef`, 'a receipt')
  // more than one part of a table holds
  await db.ownerPool.query(
    `insert into lead (name, phone_number) select repeat('a', 60), 9000000000 + i from generate_series(1, 30000) i`,
  )
  const file = `${dataDir}/backup.tar.gz`
  await must('backup', file, ownPlace())
  const list = spawnSync('tar', ['tzf', file], { encoding: 'utf8' }).stdout.trim().split('\n')
  expect(list[0]).toBe('backup.json')
  expect(list).toContain('tables/public.deal/000001.copy')
  expect(list).toContain('tables/public.lead/000002.copy')
  expect(list.slice(-2)).toEqual(['files/ab/abcdef', 'manifest.json'])
  const again = await command('backup', file, ownPlace())
  expect(again.output).toMatch(/is there already/)

  const fresh = await emptyDatabase()
  const damaged = readFileSync(file)
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] as number) ^ 1
  writeFileSync(`${file}.damaged`, damaged)
  const refused = await command('restore', `${file}.damaged`, elsewhere(fresh.url))
  expect(refused.child.exitCode).toBe(1)
  expect(refused.output).toMatch(/^The backup cannot be used: .*\.\n$/)
  expect(existsSync(`${dataDir}/elsewhere/files/ab`)).toBe(false)
  const cut = readFileSync(file)
  writeFileSync(`${file}.cut`, cut.subarray(0, cut.length - 100))
  const short = await command('restore', `${file}.cut`, elsewhere(fresh.url))
  expect(short.output).toMatch(/^The backup cannot be used: .*\.\n$/)

  // what was refused has left nothing that stands in the way
  await must('restore', file, elsewhere(fresh.url))
  expect(readFileSync(`${dataDir}/elsewhere/files/ab/abcdef`, 'utf8')).toBe('a receipt')
  expect(await ask(fresh.url, 'select count(*)::int from lead')).toBe(30_000)
  rmSync(`${dataDir}/elsewhere`, { recursive: true, force: true })
  const full = await command('restore', file, elsewhere(db.url))
  expect(full.output).toMatch(/The database is not empty: public\.lead has rows/)
  const missing = await command('restore', `${dataDir}/nothing`, ownPlace())
  expect(missing.output).toMatch(/^There is no .*nothing\.\n$/)
  await fresh.drop()
}, 60_000)
