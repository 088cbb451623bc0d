/** Whole deals over HTTP: create, accept, fund (asked for, then reported by the provider), start, deliver, release. */
import { randomUUID } from 'node:crypto'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import { percentile } from '#test/faults/support/load.ts'
import { Wire } from './wire.ts'
import { asOwner, cpuSecondsOf, type Place, type World } from './world.ts'

interface Person {
  readonly token: string
  readonly phone: string
}
interface Pair {
  readonly payer: Person
  readonly payee: Person
}

let count = 0

async function register(wire: Wire, role: 'Client' | 'Service_Provider'): Promise<Person> {
  count += 1
  const phone = String(9_100_000_000 + count)
  const { token } = await wire.ask({
    path: '/api/auth/register',
    body: {
      phone_number: phone,
      email: `bench${phone}@example.com`,
      first_name: 'Asha',
      last_name: 'Rao',
      user_type: [role],
      password: 'Amanat@2026',
      payment_number: phone,
    },
  })
  return { token, phone }
}

/** `hot`: one freelancer has all the deals. */
async function people(port: number, clients: number, hot: boolean): Promise<Pair[]> {
  const wire = await Wire.open(port)
  const pairs: Pair[] = []
  const shared = hot ? await register(wire, 'Service_Provider') : null
  for (let i = 0; i < clients; i++)
    pairs.push({
      payer: await register(wire, 'Client'),
      payee: shared ?? (await register(wire, 'Service_Provider')),
    })
  wire.close()
  return pairs
}

const webhookSecret = (place: Place): Promise<string> =>
  asOwner(
    place,
    async (client) =>
      (await client.query(`select value from app_secret where name = 'sandbox-webhook'`)).rows[0].value,
  )

type Times = Record<'create' | 'accept' | 'pay' | 'webhook' | 'start' | 'deliver' | 'release', number[]>

async function deal(wire: Wire, { payer, payee }: Pair, secret: string, times: Times): Promise<void> {
  const timed = async <T>(step: keyof Times, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const answer = await work
    times[step].push(performance.now() - startedAt)
    return answer
  }
  const keyed = (path: string, { token }: Person, body: unknown = {}) =>
    wire.ask({ path, token, key: randomUUID(), body })
  const terms = {
    deliverables: 'A logo in three sizes',
    amount: 15_000,
    date_of_completion: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    cancellation_fee: 25,
    payment_mode: 'Full Payment',
    other_info: 'As agreed on the phone',
    cpty_full_name: 'Ravi Rao',
    cpty_phone: payer.phone,
  }
  const { form_pk } = await timed('create', keyed('/api/transactions/services/', payee, terms))
  const at = `/api/deals/${form_pk}`
  await timed('accept', keyed(`${at}/accept`, payer, { terms_version: 1, rules_accepted: true }))
  const due = await timed('pay', keyed(`${at}/pay`, payer))
  const payment = { id: `pay_${randomUUID()}`, reference: due.reference, amount_paise: due.amount_paise }
  const report = JSON.stringify({
    event_id: `evt_${randomUUID()}`,
    type: 'payment.succeeded',
    payment: { ...payment, source: 'bench@sandbox' },
  })
  const signed = { [SIGNATURE]: signature(secret, report) }
  await timed('webhook', wire.ask({ path: '/api/payments/webhooks/sandbox', headers: signed, body: report }))
  await timed('start', keyed(`${at}/start`, payee))
  await timed('deliver', keyed(`${at}/deliver`, payee, { note: 'All three are attached' }))
  const { status } = await timed('release', keyed(`${at}/release`, payer))
  if (status !== 'released') throw new Error(`a deal ended as ${status}`)
}

export interface DealsFigures {
  readonly clients: number
  readonly hot: boolean
  readonly seconds: number
  readonly deals: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly steps: Record<string, { p50: number; p99: number }>
  /** Processor milliseconds a deal, jobs included. */
  readonly nodeMs: number
  readonly postgresMs: number
  /** Jobs that were still to be done at the end. */
  readonly jobsLeft: number
}

const jobsLeft = (place: Place): Promise<number> =>
  asOwner(
    place,
    async (client) =>
      (await client.query(`select count(*)::int as count from payout where status <> 'paid'`)).rows[0].count,
  )

interface Load {
  readonly clients: number
  readonly hot: boolean
}

interface MeasuredLoad extends Load {
  readonly seconds: number
  /** Called after the two seconds of warming up, before anything is measured. */
  readonly onWarm?: () => Promise<unknown>
}

/** Clients that are signed in and connected. */
export interface OpenLoad extends Load {
  /** Each lives one deal after another, and ends the one that it is at. */
  live(ms: number): Promise<Times>
  close(): void
}

export async function openLoad({ place, running }: World, load: Load): Promise<OpenLoad> {
  const pairs = await people(running.port, load.clients, load.hot)
  const secret = await webhookSecret(place)
  const wires = await Promise.all(pairs.map(() => Wire.open(running.port)))
  const live = async (ms: number): Promise<Times> => {
    const times: Times = { create: [], accept: [], pay: [], webhook: [], start: [], deliver: [], release: [] }
    const until = performance.now() + ms
    const liveOne = async (pair: Pair, i: number): Promise<void> => {
      const wire = wires[i] as Wire
      while (performance.now() < until) await deal(wire, pair, secret, times)
    }
    await Promise.all(pairs.map(liveOne))
    return times
  }
  const close = (): void => {
    for (const wire of wires) wire.close()
  }
  return { ...load, live, close }
}

export async function measureLoad(
  { server, place, running }: World,
  { clients, hot, live }: OpenLoad,
  seconds: number,
): Promise<DealsFigures> {
  const { pid } = running.program.child
  const before = { node: cpuSecondsOf(pid), postgres: server.cpuSeconds() }
  const startedAt = performance.now()
  const times = await live(seconds * 1_000)
  const took = (performance.now() - startedAt) / 1_000
  const deals = times.release.length
  const after = { node: cpuSecondsOf(pid), postgres: server.cpuSeconds() }
  const left = await jobsLeft(place)
  const all = Object.values(times).flat()
  const steps = Object.entries(times).map(([name, ms]) => [
    name,
    { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) },
  ])
  return {
    clients,
    hot,
    seconds: took,
    deals,
    perSecond: deals / took,
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    steps: Object.fromEntries(steps),
    nodeMs: ((after.node - before.node) * 1_000) / deals,
    postgresMs: ((after.postgres - before.postgres) * 1_000) / deals,
    jobsLeft: left,
  }
}

/** After two seconds of warming up. */
export async function measureDeals(
  world: World,
  { seconds, onWarm, ...load }: MeasuredLoad,
): Promise<DealsFigures> {
  const opened = await openLoad(world, load)
  try {
    await opened.live(2_000)
    await onWarm?.()
    return await measureLoad(world, opened, seconds)
  } finally {
    opened.close()
  }
}
