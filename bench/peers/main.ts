/**
 * A deal here and an order at each peer, in turns of seconds on the same PostgreSQL: the machine's own speed changes within
 * minutes, and all are to have the same of it. PEER_FOLDER has the installed peers; the report goes to BENCH_REPORT.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { measureDeals } from '#bench/money/deals.ts'
import { Wire } from '#bench/money/wire.ts'
import {
  asOwner,
  cpuSecondsOf,
  emptyPlace,
  migratedPlace,
  type Server,
  startAmanat,
  startPostgres,
  type World,
  whileHalted,
} from '#bench/money/world.ts'
import { percentile } from '#test/faults/support/load.ts'
import { freePort } from '#test/faults/support/program.ts'
import bundle from '#test/support/bundle.ts'
import { medusa } from './medusa.ts'
import type { Order, Peer } from './peer.ts'
import { vendure } from './vendure.ts'

const { PEER_FOLDER = '', PEERS = '', BENCH_REPORT, BENCH_SECONDS, BENCH_TURNS, BENCH_CLIENTS } = process.env
const seconds = Number(BENCH_SECONDS ?? 5)
const turns = Number(BENCH_TURNS ?? 6)
const WARM_UP_SECONDS = 15
const REST_MS = 1_000

interface Turn {
  readonly perSecond: number
  readonly p99: number
  readonly nodeMs: number
  readonly postgresMs: number
}

interface RunningPeer {
  readonly peer: Peer
  readonly port: number
  readonly child: ChildProcess
}

interface Orders {
  readonly running: RunningPeer
  readonly server: Server
  readonly buyers: readonly Order[]
}

async function measureOrders({ running, server, buyers }: Orders, forSeconds: number): Promise<Turn> {
  const { child, port } = running
  const times: number[] = []
  let orders = 0
  // anew each turn: a connection that nobody uses is closed after seconds
  const connected = await Promise.all(buyers.map(async (order) => ({ order, wire: await Wire.open(port) })))
  const round = async (ms: number): Promise<void> => {
    const until = performance.now() + ms
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now()
      const answer = await work()
      times.push(performance.now() - startedAt)
      return answer
    }
    const live = async ({ order, wire }: (typeof connected)[number]): Promise<void> => {
      while (performance.now() < until) {
        await order(wire, timed)
        orders += 1
      }
    }
    await Promise.all(connected.map(live))
  }
  await round(2_000)
  times.length = 0
  orders = 0
  const before = { node: cpuSecondsOf(child.pid), postgres: server.cpuSeconds() }
  const startedAt = performance.now()
  await round(forSeconds * 1_000)
  const took = (performance.now() - startedAt) / 1_000
  for (const { wire } of connected) wire.close()
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

/** Of turns that followed one another: those of the whole run were had by machines of different speeds. */
function rowOf(name: string, ours: readonly Turn[], theirs: readonly Turn[]): string {
  const ratio = (of: (turn: Turn) => number): number =>
    median(theirs.map((turn, i) => of(ours[i] as Turn) / of(turn)))
  const ratios = [
    `${ratio(({ perSecond }) => perSecond).toFixed(1)} ×`,
    ratio(({ p99 }) => p99).toFixed(2),
    ratio(({ nodeMs, postgresMs }) => nodeMs + postgresMs).toFixed(2),
  ]
  return `| ${[name, cells(middle(ours)), cells(middle(theirs)), ...ratios].join(' | ')} |`
}

/** Alone on the machine. */
async function alone<T>(
  child: ChildProcess,
  all: readonly ChildProcess[],
  work: () => Promise<T>,
): Promise<T> {
  // what they still had to do is done
  await setTimeout(REST_MS)
  return whileHalted(
    all.filter((other) => other !== child),
    work,
  )
}

async function measure(world: World, peers: readonly RunningPeer[]): Promise<string[]> {
  const ourChild = world.running.program.child
  const children = [ourChild, ...peers.map(({ child }) => child)]
  const rows: string[] = []
  for (const clients of (BENCH_CLIENTS ?? '1,8,16').split(',').map(Number)) {
    const ours: Turn[] = []
    const theirs = await Promise.all(
      peers.map(async (running) => ({
        orders: { running, server: world.server, buyers: await running.peer.open(running.port, clients) },
        list: [] as Turn[],
      })),
    )
    for (let turn = 0; turn < turns; turn++) {
      ours.push(await alone(ourChild, children, () => measureDeals(world, { clients, hot: false, seconds })))
      for (const { orders, list } of theirs)
        list.push(await alone(orders.running.child, children, () => measureOrders(orders, seconds)))
    }
    for (const { orders, list } of theirs) {
      const { name, calls } = orders.running.peer
      rows.push(rowOf(`${clients}, ${name}: ${calls}`, ours, list))
      console.log(rows.at(-1))
    }
  }
  return rows
}

async function startPeers(): Promise<RunningPeer[]> {
  const running: RunningPeer[] = []
  for (const peer of [vendure, medusa].filter(({ name }) => PEERS.split(',').includes(name.toLowerCase()))) {
    const [place, port] = [await emptyPlace(server), await freePort()]
    const child = await peer.start(join(PEER_FOLDER, peer.name.toLowerCase()), place, port)
    running.push({ peer, port, child })
    places.push(place)
  }
  return running
}

await bundle()
const server = await startPostgres()
const ourPlace = await migratedPlace(server)
const places = [ourPlace]
const running = await startAmanat(ourPlace)
let peers: RunningPeer[] = []
try {
  peers = await startPeers()
  const world = { server, place: ourPlace, running }
  await measureDeals(world, { clients: 8, hot: false, seconds: WARM_UP_SECONDS })
  for (const peer of peers) {
    const buyers = await peer.peer.open(peer.port, 8)
    await measureOrders({ running: peer, server, buyers }, WARM_UP_SECONDS)
  }
  for (const place of places) await asOwner(place, (client) => client.query('vacuum analyze'))
  const rows = await measure(world, peers)
  const head = [
    '| clients, peer | a deal here: seven calls | an order there | orders | p99 | processor |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  if (BENCH_REPORT) writeFileSync(BENCH_REPORT, [...head, ...rows, ''].join('\n'))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  // asked to stop, they wait for their jobs' connections for as long as these are kept
  for (const { child } of peers) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await running.stop()
  await server.stop()
}
// what a peer's start left waiting
process.exit()
