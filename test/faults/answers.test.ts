// What was done and whose answer never came: between server and client, or between PostgreSQL and server in the middle of
// the commit. The same key asked again, at any process and after a restart, is given the first answer.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, Client } from './support/client.ts'
import { fault, type Random } from './support/fault.ts'
import { Load, type Pair } from './support/load.ts'
import { freePort, killAll, startServer } from './support/program.ts'
import { TcpProxy, targetOf, throughProxy } from './support/tcp-proxy.ts'

let db: FreshDatabase
let dataDir: string
const proxies: TcpProxy[] = []
beforeEach(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(async () => {
  killAll()
  for (const proxy of proxies.splice(0)) await proxy.close()
  await db.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const openProxy = async (target: number | string): Promise<TcpProxy> => {
  const proxy = await TcpProxy.open([target])
  proxies.push(proxy)
  return proxy
}

/** The connection on which PostgreSQL is told this key loses the answer to its commit. */
function cutCommitOf(proxy: TcpProxy, key: string): void {
  const marked = new Set<number>()
  proxy.onData = (data, connection) => {
    if (data.includes(key)) marked.add(connection)
    return false
  }
  proxy.onAnswer = (data, connection) => {
    if (!marked.has(connection) || !data.includes('COMMIT\0')) return false
    passAll(proxy)
    return true
  }
}

function cutAnswer(proxy: TcpProxy): void {
  proxy.onAnswer = () => {
    passAll(proxy)
    return true
  }
}

function passAll(proxy: TcpProxy): void {
  proxy.onData = () => false
  proxy.onAnswer = () => false
}

interface Exchange {
  readonly ask: Ask
  readonly answer: Answer
}

class Cutter {
  readonly exchanges: Exchange[] = []
  /** Answers that were really lost: anything else would have proved nothing. */
  cuts = 0
  lost = 0
  doubled = 0
  clients: readonly [Client, Client]
  readonly #front: TcpProxy
  readonly #back: TcpProxy
  readonly #random: Random

  constructor(clients: readonly [Client, Client], at: { front: TcpProxy; back: TcpProxy }, random: Random) {
    this.clients = clients
    this.#front = at.front
    this.#back = at.back
    this.#random = random
  }

  /** Asked where the answer is lost, then at both processes; answers what the first of them says. */
  async take(step: Ask): Promise<Answer> {
    const key = randomUUID()
    const ask = { ...step, key }
    if (this.#random(2) === 0) cutAnswer(this.#front)
    else cutCommitOf(this.#back, key)
    const first = await this.clients[0].ask(ask).catch(() => null)
    passAll(this.#front)
    passAll(this.#back)
    if (first === null || first.status === 503) this.cuts += 1
    const answer = await this.#again(1, ask)
    if (answer.status >= 300) throw new Error(`${ask.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    this.exchanges.push({ ask, answer })
    this.#compare(answer, await this.#again(0, ask))
    return answer
  }

  /** Once more each, after everything was restarted, and each key with another body. */
  async askAllAgain(): Promise<void> {
    for (const [i, { ask, answer }] of this.exchanges.entries()) {
      this.#compare(answer, await this.#again(i % 2, ask))
      const body = { ...(ask.body as object), amount: 1600 }
      const other = await this.#again((i + 1) % 2, { ...ask, body })
      if (other.status !== 422) this.doubled += 1
    }
  }

  #compare(first: Answer, again: Answer): void {
    if (again.status !== first.status || !isDeepStrictEqual(again.body, first.body)) this.lost += 1
  }

  /** The transaction that lost its connection may not have ended yet: 409 says so. */
  async #again(which: number, ask: Ask): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await (this.clients[which] as Client).ask(ask)
      const isRunning = answer.status === 503 || answer.body?.code === 'in_progress'
      if (!isRunning || tries > 200) return answer
      await sleep(20)
    }
  }
}

async function wholeDeal(cutter: Cutter, pair: Pair): Promise<string> {
  const terms = {
    service_details: 'Phone',
    amount: 1500,
    cpty_phone: pair.phone,
    cpty_company: pair.business,
  }
  const path = '/api/transactions/shopping/'
  const formPk: string = (await cutter.take({ path, token: pair.buyer, body: terms })).body.form_pk
  const act = (token: string, action: string, body: unknown = {}) =>
    cutter.take({ path: `/api/deals/${formPk}/${action}`, token, body })
  await act(pair.seller, 'accept', { terms_version: 1, rules_accepted: true })
  const { body: payIn } = await act(pair.buyer, 'pay')
  await cutter.clients[1].ask({ path: `/api/sandbox/payments/${payIn.id}/succeed` })
  await act(pair.seller, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
  await act(pair.seller, 'deliver', { note: 'Given at the door' })
  await act(pair.buyer, 'release')
  return formPk
}

/** What a deal went through when everything happened once. */
const ONCE = ['create', 'accept', 'fund', 'ship', 'deliver', 'release'].join()

/** A round is a whole deal, and each of its six keyed answers is lost once. */
fault('answer-lost', { short: 3, full: 100 }, async ({ rounds, random }) => {
  const back = await openProxy(targetOf(db.url))
  const ports = [await freePort(), await freePort()] as const
  const front = await openProxy(ports[0])
  const start = () =>
    Promise.all([
      startServer({ port: ports[0], dataDir, databaseUrl: throughProxy(db.url, back) }),
      startServer({ port: ports[1], dataDir, databaseUrl: db.url }),
    ])
  let servers = await start()
  const cutter = new Cutter([new Client(front.port), new Client(ports[1])], { front, back }, random)
  const load = new Load(cutter.clients[1])
  const pair = await load.newPair()
  const deals: string[] = []
  for (let round = 0; round < rounds; round++) deals.push(await wholeDeal(cutter, pair))
  for (const server of servers) await server.signal('SIGKILL')
  servers = await start()
  cutter.clients = [new Client(front.port), new Client(ports[1])]
  await cutter.askAllAgain()
  for (const server of servers) await server.signal('SIGTERM')
  const { rows } = await db.ownerPool.query(
    `select array(select name from deal_event where deal_id = d.id order by seq)::text[] as names,
       (select count(*)::int from transfer where deal_id = d.id) as transfers,
       (select count(*)::int from payout where deal_id = d.id) as payouts from deal d`,
  )
  const { rows: problems } = await db.ownerPool.query('select * from verify()')
  const isOnce = (row: { names: string[]; transfers: number; payouts: number }): boolean =>
    row.names.join() === ONCE && row.transfers === 2 && row.payouts === 1
  const answeredBefore = cutter.exchanges.length
  return {
    rounds,
    acknowledged: answeredBefore,
    // an answer that came after all is a round that tried nothing
    lost: cutter.lost + answeredBefore - cutter.cuts,
    doubled:
      cutter.doubled + rows.filter((row) => !isOnce(row)).length + Math.abs(rows.length - deals.length),
    problems,
    note: `${cutter.cuts} answers cut, each key asked 5 times at two processes`,
  }
})
