/**
 * A deal here and an order at Vendure, in turns of seconds on the same PostgreSQL: the machine's own speed changes within
 * minutes, and both are to have the same of it. PEER_FOLDER has the installed peer; the report goes to BENCH_REPORT.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { measureDeals } from '#bench/money/deals.ts'
import { Wire } from '#bench/money/wire.ts'
import {
  asOwner,
  cpuSecondsOf,
  emptyPlace,
  migratedPlace,
  type Place,
  type Server,
  startAmanat,
  startPostgres,
  type World,
} from '#bench/money/world.ts'
import bundle from '#test/faults/support/bundle.ts'
import { percentile } from '#test/faults/support/load.ts'
import { freePort } from '#test/faults/support/program.ts'
import { openShop, order, type Shop } from './vendure.ts'

const { PEER_FOLDER = '', BENCH_REPORT, BENCH_SECONDS, BENCH_TURNS, BENCH_CLIENTS } = process.env
const seconds = Number(BENCH_SECONDS ?? 5)
const turns = Number(BENCH_TURNS ?? 6)
const START_MS = 180_000
const WARM_UP_SECONDS = 15

interface Turn {
  readonly perSecond: number
  readonly p99: number
  readonly nodeMs: number
  readonly postgresMs: number
}

async function startVendure(place: Place): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  copyFileSync('bench/peers/vendure-server.mjs', `${PEER_FOLDER}/server.mjs`)
  const env = { ...process.env, PEER_DATABASE: place.url, PEER_PORT: String(port), NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['server.mjs'], { cwd: PEER_FOLDER, env })
  let output = ''
  const ready = new Promise<void>((done, fail) => {
    setTimeout(() => fail(new Error(`Vendure is not ready: ${output}`)), START_MS).unref()
    child.on('exit', () => fail(new Error(`Vendure ended: ${output}`)))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
        if (output.includes('the peer is ready')) done()
      })
  })
  await ready
  return { child, port }
}

interface Peer {
  readonly port: number
  readonly server: Server
  readonly child: ChildProcess
  readonly shop: Shop
}

async function measureOrders({ server, child, port, shop }: Peer, forSeconds: number): Promise<Turn> {
  const times: number[] = []
  let orders = 0
  // anew each turn: a connection that nobody uses is closed after seconds
  const buyers = await Promise.all(
    shop.buyers.map(async (buyer) => ({ ...buyer, wire: await Wire.open(port) })),
  )
  const round = async (ms: number): Promise<void> => {
    const until = performance.now() + ms
    const live = async (buyer: (typeof buyers)[number]): Promise<void> => {
      while (performance.now() < until) {
        await order(buyer, shop.adminToken, async (_step, work) => {
          const startedAt = performance.now()
          const answer = await work()
          times.push(performance.now() - startedAt)
          return answer
        })
        orders += 1
      }
    }
    await Promise.all(buyers.map(live))
  }
  await round(2_000)
  times.length = 0
  orders = 0
  const before = { node: cpuSecondsOf(child.pid), postgres: server.cpuSeconds() }
  const startedAt = performance.now()
  await round(forSeconds * 1_000)
  const took = (performance.now() - startedAt) / 1_000
  for (const { wire } of buyers) wire.close()
  return {
    perSecond: orders / took,
    p99: percentile(times, 0.99),
    nodeMs: ((cpuSecondsOf(child.pid) - before.node) * 1_000) / orders,
    postgresMs: ((server.cpuSeconds() - before.postgres) * 1_000) / orders,
  }
}

const median = (values: readonly number[]): number => percentile(values, 0.5)
const middle = (list: readonly Turn[]): Turn => ({
  perSecond: median(list.map((turn) => turn.perSecond)),
  p99: median(list.map((turn) => turn.p99)),
  nodeMs: median(list.map((turn) => turn.nodeMs)),
  postgresMs: median(list.map((turn) => turn.postgresMs)),
})

const cells = ({ perSecond, p99, nodeMs, postgresMs }: Turn): string =>
  `${perSecond.toFixed(1)}/s, p99 ${p99.toFixed(0)} ms, ${nodeMs.toFixed(0)} + ${postgresMs.toFixed(0)} ms`

function rowOf(clients: number, ours: Turn, theirs: Turn): string {
  const cpu = (turn: Turn): number => turn.nodeMs + turn.postgresMs
  const ratios = [
    `${(ours.perSecond / theirs.perSecond).toFixed(1)} ×`,
    (ours.p99 / theirs.p99).toFixed(2),
    (cpu(ours) / cpu(theirs)).toFixed(2),
  ]
  return `| ${[clients, cells(ours), cells(theirs), ...ratios].join(' | ')} |`
}

async function measure(world: World, child: ChildProcess, port: number): Promise<string[]> {
  const rows: string[] = []
  for (const clients of (BENCH_CLIENTS ?? '1,8,16').split(',').map(Number)) {
    const shop = await openShop(port, clients)
    const [ours, theirs]: [Turn[], Turn[]] = [[], []]
    for (let turn = 0; turn < turns; turn++) {
      ours.push(await measureDeals(world, { clients, hot: false, seconds }))
      theirs.push(await measureOrders({ server: world.server, child, port, shop }, seconds))
    }
    rows.push(rowOf(clients, middle(ours), middle(theirs)))
    console.log(rows.at(-1))
  }
  return rows
}

await bundle()
const server = await startPostgres()
const [ourPlace, theirPlace] = [await migratedPlace(server), await emptyPlace(server)]
const running = await startAmanat(ourPlace)
const { child, port } = await startVendure(theirPlace)
try {
  const world = { server, place: ourPlace, running }
  const warm = await openShop(port, 8)
  await measureDeals(world, { clients: 8, hot: false, seconds: WARM_UP_SECONDS })
  await measureOrders({ server, child, port, shop: warm }, WARM_UP_SECONDS)
  for (const place of [ourPlace, theirPlace]) await asOwner(place, (client) => client.query('vacuum analyze'))
  const rows = await measure(world, child, port)
  const head = [
    '| clients | a deal here: seven calls | an order at Vendure: eight calls | orders | p99 | processor |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  if (BENCH_REPORT) writeFileSync(BENCH_REPORT, [...head, ...rows, ''].join('\n'))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  // asked to stop, it waits for its jobs' connections for as long as they are kept
  child.removeAllListeners('exit')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await running.stop()
  await server.stop()
}
// what Vendure's start left waiting
process.exit()
