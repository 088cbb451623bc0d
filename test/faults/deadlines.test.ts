// Four servers on one database and thousands of deadlines, one server killed each second: each fires once, in time.
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { testSettings } from '#test/support/app.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { testLog } from '#test/support/logs.ts'
import { addDeals } from './support/bulk.ts'
import { fault, isExternal } from './support/fault.ts'
import { freePort, killAll, type Program, startServer } from './support/program.ts'

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

const query = async (text: string, values: unknown[] = []) => (await db.ownerPool.query(text, values)).rows

async function due(count: number, dueAt: string): Promise<void> {
  const client = await db.ownerPool.connect()
  await addDeals(client, { count, status: 'delivered', dueAt })
  client.release()
}

async function judge(count: number) {
  const [row] = await query(
    `select count(distinct deal_id)::int as fired, count(*)::int as events,
       percentile_cont(0.99) within group (order by extract(epoch from at - (data->>'due_at')::timestamptz)) as late
     from deal_event where name = 'complaintWindow'`,
  )
  const problems = await query('select * from verify()')
  return {
    lost: count - row.fired,
    doubled: row.events - row.fired,
    late: Number(row.late),
    problems,
  }
}

/** As fast as one process can: what a long stop leaves behind. */
fault('deadlines-at-once', { short: 300, full: 10_000 }, async ({ rounds }) => {
  await due(rounds, "product_now() - interval '72 hours'")
  const startedAt = performance.now()
  const parts = { runInTransaction: db.runInTransaction, settings: testSettings, log: testLog }
  const fired = await applyAllDueLapses(parts)
  const seconds = (performance.now() - startedAt) / 1000
  const { lost, doubled, problems } = await judge(rounds)
  const note = `${Math.round(fired / seconds)}/s, 72 hours late`
  return { rounds, acknowledged: fired, lost, doubled, problems, note }
})

/** Spread at 200 a second. */
fault('deadlines-killed', { short: 200, full: 10_000 }, async ({ rounds, random }) => {
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const start = (port: number): Promise<Program> => startServer({ port, databaseUrl: db.url, dataDir })
  const servers = await Promise.all(ports.map(start))
  await due(rounds, `product_now() + interval '1 second' + i * interval '5 milliseconds'`)
  let kills = 0
  const left = async (): Promise<number> =>
    (await query('select count(*)::int as count from deal where due_at is not null'))[0].count
  const restarts: Promise<void>[] = []
  const until = Date.now() + rounds * 20 + 60_000
  while ((await left()) > 0 && Date.now() < until) {
    await sleep(1_000)
    // of few deadlines only some processes die, or the restarts would be all there is to wait for
    if (kills >= rounds / 100) continue
    const which = random(servers.length)
    const port = ports[which] as number
    const victim = servers[which]
    if (!victim?.isAlive) continue
    await victim.signal('SIGKILL')
    kills += 1
    restarts.push(
      start(port).then((again) => {
        servers[which] = again
      }),
    )
  }
  await Promise.all(restarts)
  for (const server of servers) await server.signal('SIGTERM')
  const { late, ...verdict } = await judge(rounds)
  const note = `${kills} kills, p99 ${late.toFixed(2)} s late${isExternal ? ' (given PostgreSQL)' : ''}`
  return { rounds, acknowledged: rounds - verdict.lost, ...verdict, note }
})
