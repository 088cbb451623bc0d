// The server's own ends: killed, told to stop, restarted in turn. Clients go on all the while.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { addDeals } from './support/bulk.ts'
import { Client } from './support/client.ts'
import { fault, isFull, shuffle } from './support/fault.ts'
import { Load, percentile } from './support/load.ts'
import { freePort, HOST, killAll, type Program, startServer } from './support/program.ts'
import { razorpayEnv } from './support/razorpay.ts'
import { TcpProxy } from './support/tcp-proxy.ts'

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

const start = (port: number): Promise<Program> => startServer({ port, databaseUrl: db.url, dataDir })

fault('kill-server', { short: 4, full: 100 }, async ({ rounds, random }) => {
  const port = await freePort()
  let server = await start(port)
  const client = new Client(port)
  const load = new Load(client)
  await load.begin(8)
  for (let round = 0; round < rounds; round++) {
    await sleep(100 + random(600))
    await server.signal('SIGKILL')
    server = await start(port)
  }
  await load.finish()
  client.close()
  await server.signal('SIGTERM')
  const note = `${load.unanswered} requests asked again`
  return { rounds, acknowledged: load.acknowledged.length, ...(await load.judge(db.url)), note }
})

const REFUSED_AT_START = ['503', 'ECONNRESET']
const refusedAtStart = ({ errors }: Load): number =>
  REFUSED_AT_START.reduce((sum, code) => sum + (errors.get(code) ?? 0), 0)

/**
 * A stop that breaks no request: new connections are refused at the end, nothing that was sent is. The next server holds the
 * port while it starts: what it refuses then, by 503 or by closing the port over it, no server had begun.
 */
fault('graceful-stop', { short: 2, full: 20 }, async ({ rounds, random }) => {
  let broken = 0
  let slowest = 0
  const port = await freePort()
  let server = await start(port)
  const client = new Client(port)
  const load = new Load(client)
  await load.begin(8)
  for (let round = 0; round < rounds; round++) {
    await sleep(300 + random(300))
    const startedAt = performance.now()
    const before = refusedAtStart(load)
    const code = await server.signal('SIGTERM')
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (code !== 0) broken += 1
    // a server that ends refuses nothing so; what a client reads of the start may come after its last line
    broken += refusedAtStart(load) - before
    server = await start(port)
  }
  await load.finish()
  const acknowledged = load.acknowledged.length
  client.close()
  await server.signal('SIGTERM')
  // Refused before it was sent is no request in flight; anything else is one that was broken.
  for (const [code, count] of load.errors)
    if (code !== 'ECONNREFUSED' && !REFUSED_AT_START.includes(code)) broken += count
  const verdict = await load.judge(db.url)
  const codes = [...load.errors].map(([code, count]) => `${count} ${code}`).join(', ')
  const note = `${broken} broken (${codes || 'no error'}), slowest stop ${Math.round(slowest)} ms`
  return { rounds, acknowledged, ...verdict, lost: verdict.lost + broken, note }
})

/** Two processes on one database behind a TCP proxy, restarted in turn: clients notice nothing. */
fault('rolling-restart', { short: 2, full: 20 }, async ({ rounds }) => {
  const ports = [await freePort(), await freePort()] as const
  const servers = [await start(ports[0]), await start(ports[1])]
  const proxy = await TcpProxy.open(ports)
  const client = new Client(proxy.port)
  const load = new Load(client)
  await load.begin(8)
  for (let round = 0; round < rounds; round++) {
    const which = round % 2
    await sleep(300)
    proxy.avoid(ports[which] as number)
    await servers[which]?.signal('SIGTERM')
    servers[which] = await start(ports[which] as number)
    proxy.use(ports[which] as number)
  }
  await load.finish()
  client.close()
  for (const server of servers) await server.signal('SIGTERM')
  await proxy.close()
  const verdict = await load.judge(db.url)
  const note = `${load.unanswered} requests failed, p99 ${Math.round(percentile(load.times, 0.99))} ms`
  return {
    rounds,
    acknowledged: load.acknowledged.length,
    ...verdict,
    lost: verdict.lost + load.unanswered,
    note,
  }
})

/** One key sixteen times over two processes, and again after both were restarted. */
fault('same-key', { short: 5, full: 100 }, async ({ rounds }) => {
  const ports = [await freePort(), await freePort()] as const
  let servers = [await start(ports[0]), await start(ports[1])]
  const clients = ports.map((port) => new Client(port, 8))
  const load = new Load(clients[0] as Client)
  await load.begin(1)
  await load.finish()
  const [pair] = load.people
  const keys: { key: string; formPk: string }[] = []
  const create = (which: number, key: string, amount = 1500) =>
    (clients[which % 2] as Client).ask({
      path: '/api/transactions/shopping/',
      token: pair?.buyer,
      key,
      body: { service_details: 'Phone', amount, cpty_phone: pair?.phone, cpty_company: pair?.business },
    })
  const before = load.creates
  let doubled = 0
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => create(i, key)))
    const done = answers.filter(({ status }) => status === 201)
    const ids = new Set(done.map(({ body }) => body.form_pk))
    doubled += Math.max(0, ids.size - 1)
    const others = answers.filter(({ status, body }) => status !== 201 && body?.code !== 'in_progress')
    if (done.length === 0 || others.length > 0) lost += 1
    keys.push({ key, formPk: [...ids][0] })
  }
  for (const server of servers) await server.signal('SIGKILL')
  servers = [await start(ports[0]), await start(ports[1])]
  for (const { key, formPk } of keys) {
    const [again, other] = [await create(0, key), await create(1, key, 1600)]
    if (again.status !== 201 || again.body.form_pk !== formPk) lost += 1
    if (other.status !== 422) doubled += 1
  }
  load.creates += rounds
  for (const client of clients) client.close()
  for (const server of servers) await server.signal('SIGTERM')
  const verdict = await load.judge(db.url)
  return {
    rounds,
    acknowledged: keys.length,
    lost: lost + verdict.lost,
    doubled: doubled + verdict.doubled,
    problems: verdict.problems,
    note: `16 ways over two processes, ${before} deals before`,
  }
})

const RATE = 100
/** How long a report of a provider may wait for its answer, 99 of 100 of them; and how soon its payment is to be seen. */
const [ANSWER_MS, SEEN_MS] = [200, 5_000]

/** A hundred reports a second at the real server, each told up to three times, in any order. */
fault(
  'reports-rate',
  { short: 200, full: 5_000, unless: !isFull && 'a figure of the full form' },
  async ({ rounds, random }) => {
    const fake = await new FakeRazorpay().start()
    const port = await freePort()
    const server = await startServer({ port, databaseUrl: db.url, dataDir, env: razorpayEnv(fake.url) })
    const client = await db.ownerPool.connect()
    await addDeals(client, { count: rounds, status: 'agreed', dueAt: "product_now() + interval '1 day'" })
    client.release()
    const orders: string[] = []
    for (let i = 0; i < rounds; i += 1) {
      const order = fake.state.add('order', 'order', {
        ...{ amount: 150_000, amount_paid: 0, amount_due: 150_000, currency: 'INR', receipt: `ref-${i}` },
        ...{ status: 'created', attempts: 0, notes: {} },
      })
      orders.push(order.id)
    }
    await db.ownerPool.query(
      `update pay_in set provider = 'razorpay', instruction = '{"payee_name": "Amanat"}', provider_order_id = o.id
         from unnest($1::text[]) with ordinality o(id, n) where pay_in.id = 'pay-' || (o.n - 1)`,
      [orders],
    )
    for (const order of orders) fake.pay(order)
    const captured = fake.takeEvents().filter(({ event }) => event === 'payment.captured')
    const events = shuffle(
      captured.flatMap((event) => Array.from({ length: 1 + random(3) }, () => event)),
      random,
    )
    const waits: number[] = []
    // the engine's compiler needs some seconds of it
    const warmUp = Math.min(1_000, Math.floor(events.length / 4))
    let refused = 0
    const began = performance.now()
    const tell = async ({ body, headers }: (typeof events)[number], n: number): Promise<void> => {
      const sentAt = performance.now()
      const { status } = await fetch(`http://127.0.0.1:${port}/api/payments/webhooks/razorpay`, {
        ...{ method: 'POST', body },
        headers: { ...headers, host: HOST },
      })
      if (n >= warmUp) waits.push(performance.now() - sentAt)
      if (status !== 200) refused += 1
    }
    const running: Promise<void>[] = []
    for (const [n, event] of events.entries()) {
      await sleep(Math.max(0, began + (n * 1_000) / RATE - performance.now()))
      running.push(tell(event, n))
    }
    await Promise.all(running)
    const toldAt = performance.now()
    const funded = async (): Promise<number> =>
      (await db.ownerPool.query(`select count(*)::int as n from deal where status = 'funded'`)).rows[0].n
    while ((await funded()) < rounds && performance.now() - toldAt < 60_000) await sleep(50)
    const seenMs = performance.now() - toldAt
    const { rows } = await db.ownerPool.query(
      `select (select count(*)::int from transfer where kind = 'fund') as fund, (select count(*)::int from deposit) as deposits`,
    )
    await server.signal('SIGTERM')
    fake.stop()
    const p99 = percentile(waits, 0.99)
    const late = Number(p99 > ANSWER_MS) + Number(seenMs > SEEN_MS)
    return {
      ...{ rounds, acknowledged: await funded(), lost: rounds - (await funded()) + refused + late },
      doubled: rows[0].fund - rounds + (rows[0].deposits - rounds),
      problems: (await db.ownerPool.query('select * from verify()')).rows,
      note: `${events.length} reports at ${RATE} a second, all but the first ${warmUp} answered in ${Math.round(percentile(waits, 0.5))} ms (p50), ${Math.round(p99)} ms (p99); the last was funded ${Math.round(seenMs)} ms after its answer`,
    }
  },
)
