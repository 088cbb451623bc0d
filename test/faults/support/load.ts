/**
 * Clients that make whole deals, one step after another, each with a key of its own, and never give a step up: what
 * got no answer is asked again with the same key. So everything they were told is known, and can be looked for.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Answer, Ask, Client } from './client.ts'

export interface Pair {
  readonly buyer: string
  readonly seller: string
  readonly phone: string
  readonly business: string
}
interface Acknowledged {
  readonly formPk: string
  readonly event: string
}

let count = 0

async function register(
  client: Client,
  role: 'Buyer' | 'Seller',
): Promise<{ token: string; phone: string; business: string }> {
  count += 1
  const phone = String(8_000_000_000 + (process.pid % 100_000) * 1_000 + count)
  const business = `Shop ${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  const { status, body } = await client.ask({
    path: '/api/auth/register',
    body: {
      phone_number: phone,
      email: `load${phone}@example.com`,
      first_name: 'Asha',
      last_name: 'Rao',
      user_type: [role],
      password: 'Amanat@2026',
      payment_number: phone,
      ...(role === 'Seller' ? { business_name: business } : {}),
    },
  })
  if (status !== 201) throw new Error(`registering: ${status} ${JSON.stringify(body)}`)
  return { token: body.token, phone, business }
}

export class Load {
  readonly acknowledged: Acknowledged[] = []
  /** Create keys that were sent, with or without an answer. */
  creates = 0
  /** Requests that ended without an answer, or with a 5xx. */
  unanswered = 0
  /** Steps that were done by the request that was answered, and not told again of one before. */
  written = 0
  readonly refused: string[] = []
  /** How long each answered request took, in milliseconds. */
  readonly times: number[] = []
  readonly errors = new Map<string, number>()
  #isStopped = false
  #clients: Promise<void>[] = []
  readonly #client: Client
  readonly #pairs: Pair[] = []

  readonly #pauseMs: number
  #nextAt = 0

  /** As fast as the clients go, or all of them together at this pace. */
  constructor(client: Client, { callsPerSecond = 0 } = {}) {
    this.#client = client
    this.#pauseMs = callsPerSecond === 0 ? 0 : 1_000 / callsPerSecond
  }

  async #turn(): Promise<void> {
    if (this.#pauseMs === 0) return
    const now = performance.now()
    this.#nextAt = Math.max(now, this.#nextAt) + this.#pauseMs
    await sleep(this.#nextAt - now)
  }

  async begin(clients: number): Promise<void> {
    for (let i = 0; i < clients; i++) this.#pairs.push(await this.newPair())
    this.go()
  }

  async newPair(): Promise<Pair> {
    const buyer = await register(this.#client, 'Buyer')
    const { token, phone, business } = await register(this.#client, 'Seller')
    return { buyer: buyer.token, seller: token, phone, business }
  }

  get people(): readonly Pair[] {
    return this.#pairs
  }

  /** Again, with the people of the last time. */
  go(): void {
    this.#isStopped = false
    this.#clients = this.#pairs.map((pair) => this.#live(pair))
  }

  /** After the deals that are under way. */
  async finish(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }

  async #live(pair: Pair): Promise<void> {
    while (!this.#isStopped) await this.#deal(pair)
  }

  async #deal({ buyer, seller, phone, business }: Pair): Promise<void> {
    this.creates += 1
    const terms = { service_details: 'Phone', amount: 1500, cpty_phone: phone, cpty_company: business }
    const created = await this.#step({ path: '/api/transactions/shopping/', token: buyer, body: terms })
    const formPk = created.body.form_pk as string
    this.acknowledged.push({ formPk, event: 'create' })
    const take = async (token: string, event: string, body: unknown = {}): Promise<void> => {
      await this.#step({ path: `/api/deals/${formPk}/${event}`, token, body })
      this.acknowledged.push({ formPk, event })
    }
    await take(seller, 'accept', { terms_version: 1, rules_accepted: true })
    const due = await this.#step({ path: `/api/deals/${formPk}/pay`, token: buyer })
    await this.#step({ path: `/api/sandbox/payments/${due.body.id}/succeed` }, 409)
    this.acknowledged.push({ formPk, event: 'fund' })
    await take(seller, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(seller, 'deliver', { note: 'Given at the door' })
    await take(buyer, 'release')
  }

  /** Until it is answered: `done` is what a step without a key answers when it was done the first time. */
  async #step(ask: Ask, done = 200): Promise<Answer> {
    await this.#turn()
    const keyed = { ...ask, key: randomUUID() }
    for (let tries = 0; ; tries++) {
      const startedAt = performance.now()
      const answer = await this.#client.ask(keyed).catch((error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message
        this.errors.set(code, (this.errors.get(code) ?? 0) + 1)
        return null
      })
      if (answer) this.times.push(performance.now() - startedAt)
      const isInProgress = answer?.status === 409 && answer.body?.code === 'in_progress'
      if (answer && !isInProgress && (answer.status < 300 || answer.status === done)) {
        if (answer.status < 300 && answer.headers['idempotency-replayed'] === undefined) this.written += 1
        return answer
      }
      // a server that is killed takes with it what was left of a batch of counted writes: after many, the limit comes sooner
      const waitSeconds = answer?.status === 429 ? Number(answer.headers['retry-after']) : 0
      if (answer && answer.status < 500 && !isInProgress && waitSeconds === 0) {
        this.refused.push(`${ask.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        throw new Error(this.refused.at(-1))
      }
      if (answer) {
        const code = String(answer.status)
        this.errors.set(code, (this.errors.get(code) ?? 0) + 1)
      }
      this.unanswered += 1
      if (tries > 2_000) throw new Error(`${ask.path} was never answered`)
      await sleep(waitSeconds > 0 ? waitSeconds * 1_000 : 20)
    }
  }

  /** Of the first `count` acknowledgements: what was acknowledged and is not there, what is there twice, and what verify() says. */
  async judge(
    ownerUrl: string,
    count = this.acknowledged.length,
  ): Promise<{ lost: number; doubled: number; problems: unknown[] }> {
    const of = this.acknowledged.slice(0, count)
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    try {
      const { rows } = await client.query(
        `select a.form_pk, a.event, count(e.id)::int as count
           from unnest($1::text[], $2::text[]) a (form_pk, event)
           left join deal_event e on e.deal_id = a.form_pk and e.name = a.event group by 1, 2`,
        [of.map((item) => item.formPk), of.map((item) => item.event)],
      )
      const { rows: deals } = await client.query('select count(*)::int as count from deal')
      const { rows: problems } = await client.query('select * from verify()')
      return {
        lost: rows.filter((row) => row.count === 0).length,
        doubled:
          rows.filter((row) => row.count > 1).length + Math.max(0, (deals[0]?.count ?? 0) - this.creates),
        problems,
      }
    } finally {
      await client.end()
    }
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
