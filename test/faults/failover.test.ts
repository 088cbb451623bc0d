// The primary's machine is killed, the standbys hang, the network between them is cut, under load. Nothing that was
// acknowledged is lost or done twice, no call fails with 500, and the product is back within a second of its engine.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { Client } from './support/client.ts'
import { missing, stopDaemons } from './support/daemon.ts'
import { fault, isFull } from './support/fault.ts'
import { Load } from './support/load.ts'
import { findPostgres, PatroniCluster } from './support/patroni.ts'
import { freePort, killAll, startServer } from './support/program.ts'

let folder: string
let cluster: PatroniCluster | undefined
beforeEach(() => {
  folder = mkdtempSync('/tmp/amanat-fault-')
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  killAll()
  await cluster?.stop()
  await stopDaemons()
  rmSync(folder, { recursive: true, force: true })
})

const CALLS_A_SECOND = 20
const BACK_AFTER_ENGINE_MS = 1_000
const HANG_MS = 12_000
const LONGEST_MS = 120_000

const unless =
  (!isFull && 'minutes: npm run faults -- failover') ||
  missing('patroni', 'etcd', 'haproxy') ||
  (findPostgres() === null && 'postgresql not installed')

/** A write that waits for a standby is done when the standby is there: others are begun beside it. */
function timeOfEngine(write: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const took = performance.now() - startedAt
      if (took > LONGEST_MS) reject(new Error(`the engine is not back after ${LONGEST_MS} ms`))
      write().then(
        () => {
          clearInterval(timer)
          resolve(performance.now() - startedAt)
        },
        () => undefined,
      )
    }, 100)
  })
}

/** Until a step of the load is done: one that was done before the fault can be told again without a write. */
async function timeOfLoad(load: Load): Promise<number> {
  const before = load.written
  const startedAt = performance.now()
  while (load.written === before) {
    if (performance.now() - startedAt > LONGEST_MS) throw new Error(`not back after ${LONGEST_MS} ms`)
    await sleep(50)
  }
  return performance.now() - startedAt
}

fault('failover', { short: 3, full: 9, unless }, async ({ rounds }) => {
  cluster = await PatroniCluster.start(folder)
  await cluster.ask(cluster.adminUrl, "create role amanat_owner login createrole password 'fault'")
  await cluster.ask(
    cluster.adminUrl,
    "create database amanat owner amanat_owner template template0 encoding 'UTF8'",
  )
  await cluster.ask(cluster.urlOf('postgres', 'amanat'), 'create table probe (at timestamptz)')
  const databaseUrl = cluster.urlOf('amanat_owner', 'amanat')
  const ports = [await freePort(), await freePort()] as const
  const servers = []
  for (const port of ports) servers.push(await startServer({ port, databaseUrl, dataDir: folder }))
  let turn = 0
  const client = new Client(() => ports[turn++ % 2] as number, 32)
  const load = new Load(client, { callsPerSecond: CALLS_A_SECOND })
  await load.begin(8)
  const write = () =>
    (cluster as PatroniCluster).ask(
      (cluster as PatroniCluster).urlOf('postgres', 'amanat'),
      'insert into probe values (now())',
    )
  const [engine, product] = [[] as number[], [] as number[]]
  let late = 0
  for (let round = 0; round < rounds; round++) {
    await cluster.untilWhole()
    await sleep(2_000)
    const kind = (['killPrimary', 'freezeStandbys', 'cutNetwork'] as const)[round % 3] ?? 'killPrimary'
    const mend = await cluster[kind]()
    // a killed primary comes back when another has taken over; what hangs is mended, and then timed
    if (kind !== 'killPrimary') {
      await sleep(HANG_MS)
      await mend()
    }
    const [engineMs, productMs] = await Promise.all([timeOfEngine(write), timeOfLoad(load)])
    engine.push(engineMs)
    product.push(productMs)
    if (productMs > engineMs + BACK_AFTER_ENGINE_MS) late += 1
    if (kind === 'killPrimary') await mend()
  }
  await cluster.untilWhole()
  await load.finish()
  client.close()
  const verdict = await load.judge(cluster.urlOf('postgres', 'amanat'))
  for (const server of servers) await server.signal('SIGTERM')
  const codes = [...load.errors].map(([code, count]) => `${count} ${code}`).join(', ')
  const seconds = (list: readonly number[]) => list.map((ms) => (ms / 1_000).toFixed(1)).join(', ')
  return {
    rounds,
    acknowledged: load.acknowledged.length,
    ...verdict,
    lost: verdict.lost + late + (load.errors.get('500') ?? 0),
    note: `killed, frozen, cut in turn; engine back after ${seconds(engine)} s, the product after ${seconds(product)} s; ${codes}`,
  }
})
