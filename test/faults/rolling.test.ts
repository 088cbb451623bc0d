// Two servers restarted in turn behind the proxies of deploy/, at 40 calls a second. HAProxy's own retries are off, so that
// a call which failed is seen: a server that is to stop goes on serving until its proxy has stopped sending. nginx without
// its paid checks learns of a stop by a refused connection alone; how often it went on to the other server is counted.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { Client } from './support/client.ts'
import { Daemon, missing, stopDaemons } from './support/daemon.ts'
import { fault, isFull } from './support/fault.ts'
import { Load, percentile } from './support/load.ts'
import { freePort, killAll, startServer } from './support/program.ts'

let db: FreshDatabase
let folder: string
beforeEach(async () => {
  db = await freshDatabase()
  folder = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(async () => {
  killAll()
  await stopDaemons()
  await db.drop()
  rmSync(folder, { recursive: true, force: true })
})

const CALLS_A_SECOND = 40
/** Longer than a proxy takes to notice: it asks each 500 ms. */
const STOP_DELAY_MS = 1_500
/** nginx counts in whole seconds: for up to three it does not ask a server that has refused it, fail_timeout=2s. */
const SEEN_AGAIN_MS = 3_500

interface Balancer {
  readonly port: number
  readonly note?: () => string
}

/** Each of these must stand in the sample, or it is another sample than was meant. */
function changed(file: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const next = text.replace(from, to)
      if (next === text) throw new Error(`${file} has no ${from}`)
      return next
    },
    readFileSync(file, 'utf8'),
  )
}

type Ports = readonly [number, number]

async function openHaproxy([one, two]: Ports): Promise<Balancer> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const text = changed('deploy/haproxy.cfg', [
    [/bind .*/, `bind 127.0.0.1:${port}`],
    [/retries \d/, 'retries 0'],
    [/option redispatch.*/, 'no option redispatch'],
    ['127.0.0.1:3000', `127.0.0.1:${one}`],
    ['127.0.0.1:3001', `127.0.0.1:${two}`],
  ])
  writeFileSync(file, text)
  new Daemon('haproxy', ['-db', '-f', file])
  return { port }
}

async function openNginx([one, two]: Ports): Promise<Balancer> {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const hops = join(folder, 'hops.log')
  const site = changed('deploy/nginx.conf', [
    [/server \{\s+listen 80;[\s\S]*?\n\}\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ssl_certificate .*\n\s*ssl_certificate_key .*/, `access_log ${hops} hops;`],
    ['127.0.0.1:3000', `127.0.0.1:${one}`],
    ['127.0.0.1:3001', `127.0.0.1:${two}`],
  ])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const http = [
    ...folders.map((name) => `${name}_temp_path ${folder};`),
    "log_format hops '$upstream_status';",
  ]
  const head = ['daemon off;', `pid ${folder}/nginx.pid;`, `error_log ${folder}/error.log;`, 'events {}']
  writeFileSync(file, [...head, 'http {', ...http, site, '}', ''].join('\n'))
  new Daemon('nginx', ['-c', file])
  const countOf = (pattern: RegExp): number => [...readFileSync(hops, 'utf8').matchAll(pattern)].length
  return {
    port,
    note: () => `${countOf(/, /g)} times the first server refused the connection and the other was asked`,
  }
}

async function untilServed(client: Client): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await client.ask({ method: 'GET', path: '/readyz' }).catch(() => null)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error('the proxy serves nobody')
}

async function restartInTurn(open: (ports: Ports) => Promise<Balancer>, rounds: number) {
  const ports: Ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startServer({
      port,
      databaseUrl: db.url,
      dataDir: folder,
      env: { MIGRATE: '0', STOP_DELAY_MS: String(STOP_DELAY_MS), TRUSTED_PROXIES: '127.0.0.1' },
    })
  const servers = [await start(ports[0]), await start(ports[1])]
  const balancer = await open(ports)
  const client = new Client(balancer.port, 32)
  await untilServed(client)
  const load = new Load(client, { callsPerSecond: CALLS_A_SECOND })
  await load.begin(16)
  const startedAt = performance.now()
  const callsBefore = load.times.length
  for (let round = 0; round < rounds; round++) {
    const which = round % 2
    await servers[which]?.signal('SIGTERM')
    servers[which] = await start(ports[which] as number)
    await sleep(SEEN_AGAIN_MS)
  }
  const rate = ((load.times.length - callsBefore) / (performance.now() - startedAt)) * 1_000
  await load.finish()
  client.close()
  for (const server of servers) await server.signal('SIGTERM')
  const verdict = await load.judge(db.url)
  const codes = [...load.errors].map(([code, count]) => `${count} ${code}`).join(', ')
  const p99 = Math.round(percentile(load.times, 0.99))
  return {
    rounds,
    acknowledged: load.acknowledged.length,
    ...verdict,
    lost: verdict.lost + load.unanswered,
    note: `${load.unanswered} of ${load.times.length} calls failed${codes && ` (${codes})`}, ${rate.toFixed(0)} calls/s, p99 ${p99} ms${balancer.note ? `, ${balancer.note()}` : ''}`,
  }
}

/** What a starved machine answers late is refused with 503, by no fault of a restart: these have a machine of their own. */
const notHere = (program: string): string | false =>
  (!isFull && 'minutes: npm run faults -- rolling') || missing(program)

fault('rolling-haproxy', { short: 2, full: 20, unless: notHere('haproxy') }, ({ rounds }) =>
  restartInTurn(openHaproxy, rounds),
)
fault('rolling-nginx', { short: 2, full: 20, unless: notHere('nginx') }, ({ rounds }) =>
  restartInTurn(openNginx, rounds),
)
