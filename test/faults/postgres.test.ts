// PostgreSQL's own ends: killed, out of reach, without room. The server stays, and comes back by itself.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { abortPostmaster } from '#server/postgres/embedded/postmaster.ts'
import { findPostmaster } from '#server/postgres/embedded/postmaster-file.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { Client } from './support/client.ts'
import { fault, isExternal, isFull } from './support/fault.ts'
import { Load } from './support/load.ts'
import { freePort, killAll, startServer } from './support/program.ts'
import { TcpProxy, targetOf, throughProxy } from './support/tcp-proxy.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/amanat-fault-')
  chmodSync(dataDir, 0o711)
})
const cluster = (inside = dataDir): string => `${inside}/database/postgres`
const urlOf = (inside = dataDir): string =>
  `postgresql://amanat@localhost/amanat?host=${encodeURIComponent(`${inside}/database/socket`)}`

async function stopCluster(inside = dataDir): Promise<void> {
  killAll()
  const running = findPostmaster(cluster(inside))
  if (running) await abortPostmaster(running.pid).catch(() => {})
}
afterEach(async () => {
  await stopCluster()
  rmSync(dataDir, { recursive: true, force: true })
})

const until = async (isSo: () => Promise<boolean>, ms: number): Promise<number> => {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > ms) throw new Error(`not so after ${ms} ms`)
    await sleep(25)
  }
  return performance.now() - startedAt
}

// In `npm test` the machine may be anybody's, and what counts is that nothing is lost.
const LONGEST_503_MS = isFull ? 1_000 : 5_000
const LONGEST_BACK_MS = isFull ? 10_000 : 25_000

const builtIn = { unless: isExternal && 'the given PostgreSQL is not ours to kill' } as const

fault('kill-postgres', { short: 3, full: 50, ...builtIn }, async ({ rounds, random }) => {
  const port = await freePort()
  const server = await startServer({ port, dataDir })
  const client = new Client(port)
  const load = new Load(client)
  await load.begin(8)
  let slowest = 0
  const read = { method: 'GET', path: '/api/deals/', token: load.people[0]?.buyer ?? '' } as const
  for (let round = 0; round < rounds; round++) {
    await sleep(200 + random(600))
    const running = findPostmaster(cluster())
    // Still on its way back from the last time. And 0 would be ourselves.
    if (!running) throw new Error('there is no PostgreSQL to kill')
    process.kill(running.pid, 'SIGKILL')
    const isReady = async (): Promise<boolean> => (await client.ask(read)).status === 200
    await until(async () => !(await isReady()), 5_000)
    slowest = Math.max(slowest, await until(isReady, 30_000))
  }
  await load.finish()
  client.close()
  const verdict = await load.judge(urlOf())
  await server.signal('SIGTERM')
  const late = slowest > LONGEST_BACK_MS ? 1 : 0
  const note = `back within ${Math.round(slowest)} ms, ${load.unanswered} asked again`
  return { rounds, acknowledged: load.acknowledged.length, ...verdict, lost: verdict.lost + late, note }
})

/** By turns refused and silent, then there again: answers within a second, never more connections than the pools may have. */
fault('database-away', { short: 2, full: 20 }, async ({ rounds }) => {
  const db: FreshDatabase = await freshDatabase()
  const proxy = await TcpProxy.open([targetOf(db.url)])
  const port = await freePort()
  const server = await startServer({ port, dataDir, databaseUrl: throughProxy(db.url, proxy) })
  const client = new Client(port)
  const probe = new Client(port, 4)
  const load = new Load(client)
  await load.begin(8)
  const read = { method: 'GET', path: '/api/deals/', token: load.people[0]?.buyer ?? '' } as const
  let [slowest, back] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    await sleep(300)
    if (round % 2 === 0) proxy.cut()
    else proxy.hold()
    for (let i = 0; i < 4; i++) {
      const startedAt = performance.now()
      const { status } = await probe.ask(read)
      if (status !== 200) slowest = Math.max(slowest, performance.now() - startedAt)
    }
    proxy.heal()
    back = Math.max(back, await until(async () => (await probe.ask(read)).status === 200, 20_000))
  }
  await load.finish()
  for (const connection of [client, probe]) connection.close()
  const verdict = await load.judge(db.url)
  await server.signal('SIGTERM')
  const most = proxy.most
  await proxy.close()
  await db.drop()
  // 12 for requests and jobs, one that listens, the health; of those being replaced the proxy sees both for a moment
  const broken = [slowest > LONGEST_503_MS, back > LONGEST_BACK_MS, most > 12 + 6].filter(Boolean).length
  const note = `503 within ${Math.round(slowest)} ms, back within ${Math.round(back)} ms, at most ${most} connections`
  return { rounds, acknowledged: load.acknowledged.length, ...verdict, lost: verdict.lost + broken, note }
})

/** A disk of its own, of which `npm test` may be refused the making. */
function mountDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'none', folder])
  return mounted.status === 0
}
const mayMount = ((): boolean => {
  const folder = mkdtempSync('/tmp/amanat-mount-')
  const may = mountDisk(folder, 1)
  if (may) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return may
})()

fault(
  'disk-full',
  {
    short: 1,
    full: 5,
    unless: builtIn.unless || (!mayMount && 'a small disk cannot be mounted without root'),
  },
  async ({ rounds }) => {
    const disk = `${dataDir}/disk`
    mountDisk(disk, 700)
    const ballast = `${disk}/ballast`
    try {
      const port = await freePort()
      const server = await startServer({ port, dataDir: disk })
      const client = new Client(port)
      const load = new Load(client)
      await load.begin(4)
      const [pair] = load.people
      const ownDeals = { method: 'GET', path: '/api/deals/', token: pair?.buyer ?? '' } as const
      const fill = (megabytes: number): void => {
        writeFileSync(ballast, Buffer.alloc(megabytes * 1024 ** 2))
      }
      const free = (): number => {
        const { stdout } = spawnSync('df', ['-m', '--output=avail', disk], { encoding: 'utf8' })
        return Number(stdout.split('\n')[1])
      }
      let [readsWhileLow, refusedWhileLow, back] = [0, 0, 0]
      for (let round = 0; round < rounds; round++) {
        await sleep(500)
        fill(free() - 150)
        const refusals = (): number => load.errors.get('503') ?? 0
        const before = refusals()
        await until(async () => refusals() > before + 8, 15_000)
        refusedWhileLow += refusals() - before
        for (let i = 0; i < 20; i++) if ((await client.ask(ownDeals)).status === 200) readsWhileLow += 1
        // and to the last byte: PostgreSQL may stop now
        try {
          writeFileSync(`${ballast}2`, Buffer.alloc(free() * 1024 ** 2 + 1_000_000))
        } catch {
          // the last write does not fit, as is meant
        }
        await sleep(1_500)
        truncateSync(`${ballast}2`)
        truncateSync(ballast)
        const acknowledgedBefore = load.acknowledged.length
        back = Math.max(
          back,
          await until(async () => load.acknowledged.length > acknowledgedBefore + 4, 60_000),
        )
      }
      await load.finish()
      client.close()
      const verdict = await load.judge(urlOf(disk))
      await server.signal('SIGTERM')
      const broken = readsWhileLow < rounds * 20 ? 1 : 0
      const note = `${readsWhileLow} of ${rounds * 20} reads answered while low, ${refusedWhileLow} writes refused, back within ${Math.round(back)} ms`
      return { rounds, acknowledged: load.acknowledged.length, ...verdict, lost: verdict.lost + broken, note }
    } finally {
      await stopCluster(disk)
      spawnSync('umount', ['-l', disk])
    }
  },
)
