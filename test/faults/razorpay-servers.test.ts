// Servers of their own at the same payouts, with a pretended Razorpay over the network: one of the two is killed while both
// are at work, and started again. Nothing is paid twice, nothing is left behind, and the books are sound.
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { sealAddress } from '#server/services/money/payout-address.ts'
import { testLog } from '#test/support/logs.ts'
import { fault } from './support/fault.ts'
import { freePort, HOST, killAll, type Program, startServer } from './support/program.ts'
import { razorpayEnv, useRazorpay } from './support/razorpay.ts'
import { TcpProxy } from './support/tcp-proxy.ts'

const { app, settings, world, query, count, bulkDeals } = useRazorpay()

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(() => {
  killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const DATA_KEY = Buffer.alloc(32, 7)
/** At work together at each kill, two of them in each batch that a server claims. */
const AT_ONCE = 4
/** A call there and back takes up to twice as long as the first; so long after the first claim at most one is killed. */
const [DELAY_MS, KILL_WITHIN_MS] = [400, 1_000]
const NEVER_MS = 60_000

/** A server that can be killed, and what it asks the provider: its line there is its own. */
class Server {
  readonly #port: number
  readonly #line: TcpProxy
  /** Keys of payouts that it has sent. */
  readonly sent = new Set<string>()
  /** And of those that it has sent or asked about. */
  readonly known = new Set<string>()
  readonly #waiting = new Set<number>()
  #program: Program | undefined

  constructor(port: number, line: TcpProxy) {
    this.#port = port
    this.#line = line
    line.onData = (data, connection) => {
      this.#waiting.add(connection)
      const text = data.toString('latin1')
      const sent = /^x-payout-idempotency: (\S+)/im.exec(text)?.[1]
      const known = sent ?? /[?&]reference_id=([\w-]+)/.exec(text)?.[1]
      if (sent) this.sent.add(sent)
      if (known) this.known.add(known)
      return false
    }
    line.onAnswer = (_data, connection) => {
      this.#waiting.delete(connection)
      return false
    }
  }

  async start(): Promise<void> {
    const env = {
      ...razorpayEnv(`http://127.0.0.1:${this.#line.port}`),
      DATA_KEY: DATA_KEY.toString('base64'),
    }
    this.#program = await startServer({ port: this.#port, databaseUrl: app.db.url, dataDir, env })
  }

  /** Whether it had a call at the provider when it died. */
  async kill(): Promise<boolean> {
    const hadCall = this.#waiting.size > 0
    await this.#program?.signal('SIGKILL')
    this.#waiting.clear()
    return hadCall
  }

  async stop(): Promise<void> {
    await this.#program?.signal('SIGTERM')
    await this.#line.close()
  }

  async tell(body: string, headers: Record<string, string>): Promise<void> {
    const url = `http://127.0.0.1:${this.#port}/api/payments/webhooks/razorpay`
    const { status } = await fetch(url, { method: 'POST', body, headers: { ...headers, host: HOST } })
    if (status !== 200) throw new Error(`a report was answered ${status}`)
  }
}

const newServer = async (): Promise<Server> =>
  new Server(await freePort(), await TcpProxy.open([Number(new URL(world.fake.url).port)]))

/** Payouts that nothing but their provider decides about: the payee's target is known, and the team has looked. */
async function owed(rounds: number): Promise<string[]> {
  await bulkDeals(rounds, 'delivered', "product_now() - interval '1 second'")
  await query(
    `update app_user set phone_verified_at = now(), email_verified_at = now(), email_unchecked = false`,
  )
  await app.db.runInTransaction(async (tx, now) => {
    const [{ id }] = await query('select distinct payee_id as id from deal')
    const ctx = { tx, settings: { ...settings, dataKey: DATA_KEY } }
    const at = new Date(now - 1)
    await tx
      .insertInto('payout_target')
      .values({
        ...{ id: 'target-of-bulk', user_id: id, kind: 'upi', address_masked: 'ra…@okbank' },
        ...{ bank_name: 'Ravi Rao', name_matches: true, created_at: at, usable_from: at },
        ...(await sealAddress(ctx, id, 'ravi.rao@okbank')),
        freeze_hash: Buffer.alloc(32),
      })
      .execute()
  })
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: testLog })
  await query(`update payout set approved = '{velocity}', next_try_at = 'infinity'`)
  return (await query('select id from payout order by id')).map(({ id }) => id)
}

/** As if the lease of whoever has claimed one were over: the other is at it too. */
const due = (ids: readonly string[]) =>
  query(
    `update payout set next_try_at = clock_timestamp()
      where id = any($1) and status in ('queued', 'sent', 'failed') and next_try_at > clock_timestamp()`,
    [ids],
  )

const payoutsAtFake = () => world.fake.state.list('payout', () => true).items

/** Until all of them are paid: each end is told to the one that lives, or asked for. */
async function untilPaid(ids: readonly string[], survivor: Server | null): Promise<void> {
  const isOpen = () => count(`from payout where id = any('{${ids}}') and status <> 'paid'`)
  const until = performance.now() + NEVER_MS
  while ((await isOpen()) > 0 && performance.now() < until) {
    for (const { id, status } of payoutsAtFake())
      if (status === 'processing') world.fake.endPayout(id, { to: 'processed' })
    for (const { body, headers } of world.fake.takeEvents()) await survivor?.tell(body, headers)
    await due(ids)
    await sleep(20)
  }
}

fault('razorpay-servers-killed', { short: 3, full: 50 }, async ({ rounds, random }) => {
  const ids = await owed(rounds * AT_ONCE)
  const servers = [await newServer(), await newServer()] as const
  await Promise.all(servers.map((server) => server.start()))
  world.fake.delayMs = () => random(DELAY_MS)
  let hadCalls = 0
  for (let round = 0; round < rounds; round += 1) {
    const some = ids.slice(round * AT_ONCE, (round + 1) * AT_ONCE)
    const [dies, lives] = random(2) === 0 ? servers : ([servers[1], servers[0]] as const)
    await due(some)
    const isClaimed = () => count(`from payout where id = any('{${some}}') and tries > 0`)
    while ((await isClaimed()) === 0) await sleep(2)
    const killAt = performance.now() + random(KILL_WITHIN_MS)
    while (performance.now() < killAt) {
      await due(some)
      await sleep(5)
    }
    if (await dies.kill()) hadCalls += 1
    await Promise.all([untilPaid(some, random(2) === 0 ? lives : null), dies.start()])
  }
  for (const server of servers) await server.stop()
  const [one, other] = servers
  const keys = payoutsAtFake().map(({ reference_id }) => String(reference_id))
  // a key begins with the payout's id
  const paidAtFake = new Set(keys.map((key) => key.slice(0, ids[0]?.length)))
  const paid = await count(`from payout where status = 'paid'`)
  const booked = await count(`from transfer where kind = 'payout'`)
  const both = (name: 'sent' | 'known') => [...one[name]].filter((key) => other[name].has(key)).length
  return {
    ...{ rounds, acknowledged: paid },
    lost: ids.length - Math.min(paid, booked, paidAtFake.size),
    doubled: keys.length - paidAtFake.size + Math.max(0, booked - paid),
    problems: await app.verify(),
    note: `${hadCalls} killed with a call at the provider; of ${ids.length} payouts both called about ${both('known')}, and sent ${both('sent')}`,
  }
})
