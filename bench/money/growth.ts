/** What lists, the grid, deadlines and verify() take as the books grow. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { openPool } from '#server/db/pool.ts'
import { createTransactionRunner } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { applyDueLapses } from '#server/services/deals/lapse.ts'
import { verify } from '#server/services/money/verify.ts'
import { percentile } from '#test/faults/support/load.ts'
import { Wire } from './wire.ts'
import { migratedPlace, type Place, type Server, startAmanat } from './world.ts'

const AMOUNT = 150_000
const STEP = 5_000
/** A person has so many deals. */
const DEALS_EACH = 50

type Ask = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

async function connected<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/**
 * Deals `g-<i>` between many people: of ten, four are offers, three are held and delivered, three were released. Each
 * has its events; money moves by the ledger's own function.
 */
async function grow(url: string, from: number, to: number): Promise<void> {
  await connected(url, async (ask) => {
    await ask(
      `insert into app_user (first_name, last_name, email, phone_number, payment_number, business_name, user_type, password_hash)
       select 'Asha', 'Rao', 'g' || i || '@example.com', (7000000000 + i)::text, (7000000000 + i)::text,
              case when i % 2 = 1 then 'Shop ' || i end, case when i % 2 = 1 then 'Seller' else 'Buyer' end, ''
         from generate_series($1::int, $2::int) i on conflict do nothing`,
      [Math.floor(from / DEALS_EACH) * 2, Math.ceil(to / DEALS_EACH) * 2 + 1],
    )
    await ask(`insert into policy (hash, body) values ('growth', $1) on conflict do nothing`, [
      JSON.stringify(DEFAULT_POLICY),
    ])
  })
  const parts: number[] = []
  for (let at = from; at < to; at += STEP) parts.push(at)
  await Promise.all([0, 1].map(() => connected(url, (ask) => growParts(ask, parts, to))))
  await connected(url, async (ask) => {
    await ask('vacuum analyze')
    // as the server would have, a block at a time
    while ((await ask('select no from seal()')).length > 0);
  })
}

async function growParts(ask: Ask, parts: number[], to: number): Promise<void> {
  for (let at = parts.pop(); at !== undefined; at = parts.pop()) {
    const range = [at, Math.min(at + STEP, to) - 1]
    await ask('begin')
    await ask(
      `insert into deal (id, track, status, creator_id, payer_id, payee_id, counterparty_phone, amount_paise,
         commission_basis_points, cancellation_fee_basis_points, terms, policy_id, created_at, agreed_at, funded_at,
         delivery_due_at, delivered_at, due_at, due_event, last_seq, ended_at)
       select 'g-' || i, 'shopping', case when i % 10 < 4 then 'proposed' when i % 10 < 7 then 'delivered' else 'released' end,
         payer.id, payer.id, case when i % 10 < 4 then null else payee.id end, payee.phone_number, ${AMOUNT}, 0, 2500,
         '{"service_details": "Phone", "main_user_fname": "Asha", "main_user_lname": "Rao", "cpty_company": "Shop"}',
         (select id from policy where hash = 'growth'), past, case when i % 10 >= 4 then past end,
         case when i % 10 >= 4 then past end, case when i % 10 >= 4 then past end, case when i % 10 >= 4 then past end,
         case when i % 10 < 7 then product_now() + interval '3 days' end,
         case when i % 10 < 4 then 'offerValidity' when i % 10 < 7 then 'complaintWindow' end, 1,
         case when i % 10 >= 7 then product_now() end
       from generate_series($1::int, $2::int) i
         join app_user payer on payer.phone_number = (7000000000 + i / ${DEALS_EACH} * 2)::text
         join app_user payee on payee.phone_number = (7000000001 + i / ${DEALS_EACH} * 2)::text,
         lateral (select product_now() - interval '3 days' as past) p`,
      range,
    )
    await ask(
      `insert into deal_event (deal_id, seq, name, at, by, actor_id, terms_version, data)
       select 'g-' || i, 1, 'create', product_now(), 'payer', '1', 1, '{}' from generate_series($1::int, $2::int) i`,
      range,
    )
    await ask(
      `select post('g:' || i, 'fund', 'g-' || i, null, array['gateway:sandbox', 'hold:g-' || i],
                   array[-${AMOUNT}, ${AMOUNT}]::bigint[])
         from generate_series($1::int, $2::int) i where i % 10 >= 4`,
      range,
    )
    await ask(
      `select post('g:' || id || ':end', 'release', id, 'hold:' || id,
                   array['hold:' || id, 'payable:' || payee_id], array[-${AMOUNT}, ${AMOUNT}]::bigint[])
         from generate_series($1::int, $2::int) i join deal on id = 'g-' || i where i % 10 >= 7`,
      range,
    )
    await ask('commit')
  }
}

export interface GrowthFigures {
  readonly deals: number
  readonly entries: number
  readonly myDeals: Spread
  readonly grid: Spread
  /** The slowest of the searches. */
  readonly gridSearch: Spread
  readonly searches: Readonly<Record<string, Spread>>
  readonly notices: Spread
  /** Milliseconds a deal, of a thousand deadlines applied in batches. */
  readonly lapse: number
  readonly verifySeconds: number
  readonly problems: number
}
interface Spread {
  readonly p50: number
  readonly p99: number
}

async function ask(wire: Wire, token: string, path: string, times: number): Promise<Spread> {
  const took: number[] = []
  for (let i = 0; i < times + 10; i++) {
    const startedAt = performance.now()
    await wire.ask({ method: 'GET', path, token })
    if (i >= 10) took.push(performance.now() - startedAt)
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}

/** What the team is told on the phone; a name and a title that all have are the widest there are. */
const SEARCHES = {
  phone: 'transactions?search=7000000123',
  name: 'transactions?search=asha',
  title: 'transactions?search=phone',
  form: 'transactions?search=g-500',
  code: 'transactions?search=AMN7K2Q4',
  utr: 'transactions?search=630652236221',
  parcel: 'transactions?search=AWB12345678',
  person: 'users?search=rao',
  people: 'users?page_size=30',
} as const

async function askSearches(wire: Wire, token: string): Promise<Record<string, Spread>> {
  const figures: Record<string, Spread> = {}
  for (const [name, path] of Object.entries(SEARCHES))
    figures[name] = await ask(wire, token, `/api/auth/thirdview/${path}`, SEARCH_TIMES)
  return figures
}
const SEARCH_TIMES = 100

async function signUp(wire: Wire, place: Place): Promise<{ token: string; id: number }> {
  const { token, user } = await wire.ask({
    path: '/api/auth/register',
    body: {
      phone_number: '9999999999',
      email: 'team@example.com',
      first_name: 'Asha',
      last_name: 'Rao',
      user_type: ['Buyer'],
      password: 'Amanat@2026',
      payment_number: '9999999999',
    },
  })
  await connected(place.url, (ask) => ask(`update app_user set user_type = 'Admin' where id = $1`, [user.id]))
  return { token, id: user.id }
}

/** Fifty of the deals belong to the reader while their list is measured. */
async function mine<T>(place: Place, id: number, work: () => Promise<T>): Promise<T> {
  const give = (to: string) =>
    connected(place.url, (ask) => ask(`update deal set payer_id = ${to} where no <= 50`))
  await give(String(id))
  try {
    return await work()
  } finally {
    await give('creator_id')
  }
}

async function lapseThousand(place: Place): Promise<number> {
  const due = await connected(place.url, (ask) =>
    ask<{ id: string }>(
      `update deal set due_at = product_now() where id in
         (select id from deal where status = 'delivered' limit 1000) returning id`,
    ),
  )
  const pool = openPool({ url: place.url, log: quietLog, max: 3 })
  const runInTransaction = createTransactionRunner(pool)
  const settings = {
    policy: DEFAULT_POLICY,
    publicUrl: '',
    ...{ provider: 'sandbox', providers: ['sandbox'] },
    hasSandbox: true,
    chatUrl: null,
    samples: [],
    webhookAllow: [],
    push: null,
    whatsapp: null,
    passwords: 'by rule' as const,
    verification: 'off' as const,
    dataKey: null,
    secondFactor: 'offered' as const,
    sandboxEmails: 'all' as const,
    custody: null,
    tax: readTaxSettings(),
  }
  const startedAt = performance.now()
  let fired = 0
  for (let count = 1; count > 0; fired += count)
    count = await runInTransaction(async (tx, now) => {
      const lapsed = await applyDueLapses({ tx, now, settings }, 50)
      return lapsed.length
    })
  const took = performance.now() - startedAt
  await pool.end()
  if (fired < due.length) throw new Error(`${fired} of ${due.length} deadlines fired`)
  return took / fired
}

/** As the server does it: both halves side by side. */
async function verifyAll(place: Place): Promise<Pick<GrowthFigures, 'verifySeconds' | 'problems'>> {
  const pool = openPool({ url: place.url, log: quietLog, max: 3 })
  const startedAt = performance.now()
  const problems = await verify(createTransactionRunner(pool))
  const verifySeconds = (performance.now() - startedAt) / 1_000
  await pool.end()
  return { verifySeconds, problems: problems.length }
}

/** The first verify() starts with the server and occupies both cores, so requests at that time are slow. */
async function untilAudited(place: Place): Promise<void> {
  const isRunning = () =>
    connected(place.url, (ask) =>
      ask(`select from pg_stat_activity
            where datname = current_database() and state = 'active' and query like '%verify_half(%'
              and pid <> pg_backend_pid()`),
    )
  do await setTimeout(500)
  while ((await isRunning()).length > 0)
}

async function measureAt(place: Place, deals: number): Promise<GrowthFigures> {
  const running = await startAmanat(place)
  await untilAudited(place)
  const wire = await Wire.open(running.port)
  try {
    const { token, id } = await signUp(wire, place)
    const myDeals = await mine(place, id, () => ask(wire, token, '/api/deals?page_size=20', 200))
    const grid = await ask(wire, token, '/api/auth/thirdview/transactions?page_size=20', 200)
    const searches = await askSearches(wire, token)
    const gridSearch = Object.values(searches).reduce((one, other) => (other.p99 > one.p99 ? other : one))
    const notices = await ask(wire, token, '/api/notices', 100)
    wire.close()
    await running.stop()
    const { verifySeconds, problems } = await verifyAll(place)
    const [entries] = await connected(place.url, (ask) =>
      ask<{ n: number }>('select count(*)::int as n from entry'),
    )
    const lapse = await lapseThousand(place)
    await connected(place.url, (ask) => ask(`delete from session where user_id = $1`, [id]))
    await connected(place.url, (ask) =>
      ask(`update app_user set email = id || '@gone', phone_number = (6000000000 + id)::text where id = $1`, [
        id,
      ]),
    )
    return {
      deals,
      entries: entries?.n ?? 0,
      myDeals,
      grid,
      gridSearch,
      searches,
      notices,
      lapse,
      verifySeconds,
      problems,
    }
  } finally {
    wire.close()
    await running.program.signal('SIGTERM')
  }
}

export async function measureGrowth(server: Server, sizes: readonly number[]): Promise<GrowthFigures[]> {
  const place = await migratedPlace(server)
  const figures: GrowthFigures[] = []
  let grown = 0
  try {
    for (const size of sizes) {
      await grow(place.url, grown, size)
      grown = size
      figures.push(await measureAt(place, size))
      console.log(JSON.stringify(figures.at(-1)))
    }
  } finally {
    await place.drop()
  }
  return figures
}
