/** The team's home and days in figures: what they say is what the rows say, and no table of deals is read from end to end. */
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { STATUSES, type Status } from '#core/lifecycle/states.ts'
import { istDay } from '#core/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import { countDays, medianDecideMs } from '#server/repositories/day-figures.ts'
import { deskQueues, heldAt, nextDeadlines, railHealth } from '#server/repositories/desk-queues.ts'
import { listDeposits, listFees, listPaidOut } from '#server/repositories/money-today.ts'
import { storeDayFigures } from '#server/services/admin/figures.ts'
import { alarms, clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { asSuperuser } from '#test/support/ledger.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import {
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let admin: Person
let mediator: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  mediator = await teammate(app, 'Mediator')
})
afterEach(() => {
  for (const { cause } of alarms()) clearAlarm(cause)
})

async function brought(state: 'funded' | 'delivered'): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, state)
  return pair
}
const get = async (path: string, { token }: Person = admin) =>
  (await app.call('GET', `/api/admin/${path}`, { token })).body
const store = () => app.db.runInTransaction((tx, now) => storeDayFigures({ tx, now, settings: testSettings }))
const dayNow = () => app.db.runInTransaction(async (_tx, now) => istDay(now))
const sumOf = async (text: string) => Number((await app.db.ownerPool.query(text)).rows[0].sum ?? 0)

test('money held is at banks and providers, and what came in today is its rows', async () => {
  const held = await brought('funded')
  const { money, today, day, states, deadlines, setup } = await get('home')
  expect(money.held_paise).toBe(
    await sumOf(`select sum(balance) from ledger_account where code ~ '^(fee_)?hold:'`),
  )
  expect(money.backing_paise).toBe(money.others_paise + money.own_paise)
  expect(money.places).toEqual([{ name: 'sandbox', paise: money.backing_paise }])
  const rows: { amount_paise: number; form_pk: string }[] = await get(`movements?dir=in&day=${day}`)
  expect(rows.map(({ form_pk }) => form_pk)).toContain(held.formPk)
  expect(today.in_paise).toBe(rows.reduce((sum, { amount_paise }) => sum + amount_paise, 0))
  expect(states).toContainEqual({ status: 'funded', count: expect.any(Number) })
  const order = states.map(({ status }: { status: Status }) => STATUSES.indexOf(status))
  expect(order).toEqual(order.toSorted((one: number, other: number) => one - other))
  expect(deadlines.map(({ form_pk }: { form_pk: string }) => form_pk)).toContain(held.formPk)
  expect(setup).toEqual(testSettings.samples)
})

test('each day says what was held at its end, stored or counted', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'in_delivery')
  const before = (await get('home')).money.held_paise
  await app.advance('P1D')
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Handed over', file_ids: [] })
  await take(app, pair.payer, pair.formPk, 'release')
  const work = await brought('delivered')
  await take(app, work.payer, work.formPk, 'release')
  await app.runJobs()
  const counted = await get('figures?days=30')
  expect(counted.days).toHaveLength(30)
  const [yesterday, today] = counted.days.slice(-2)
  const held = (await get('home')).money.held_paise
  expect(today).toMatchObject({ day: await dayNow(), held_paise: held })
  expect(today.ended).toBe(await sumOf('select count(*) as sum from deal where ended_at is not null'))
  expect([yesterday.held_paise, yesterday.ended]).toEqual([before, 0])
  expect(held).toBeLessThan(before)
  expect(today.fees_paise).toBe(await sumOf(`select balance_of('commission') as sum`))
  const out: { amount_paise: number }[] = await get(`movements?dir=out&day=${today.day}`)
  expect(today.out_paise).toBe(out.reduce((sum, { amount_paise }) => sum + amount_paise, 0))
  const fees: { amount_paise: number; form_pk: string }[] = await get(`movements?dir=fees&day=${today.day}`)
  expect(today.fees_paise).toBe(fees.reduce((sum, { amount_paise }) => sum + amount_paise, 0))
  expect(fees).toMatchObject([{ form_pk: work.formPk, kind: 'commission', provider: null }])
  expect(await get(`movements?dir=fees&day=${today.day}&page=2`)).toEqual([])
  const endedOn = async (day: string) =>
    (await app.call('GET', `/api/auth/thirdview/transactions/?ended=${day}`, { token: admin.token })).body
  expect(await endedOn(today.day)).toHaveLength(today.ended)
  expect(await endedOn(yesterday.day)).toEqual([])
  await store()
  expect(await get('figures?days=30')).toEqual(counted)
  const [stored] = (await app.db.ownerPool.query('select max(day)::text as day from day_figure')).rows
  expect(stored).toEqual({ day: yesterday.day })
  await app.advance('P2D')
  await store()
  const [later] = (await get('figures?days=7')).days.slice(4)
  expect(later).toEqual(today)
})

test('a desk counts what waits for whoever looks; a Mediator sees the desks of a Mediator', async () => {
  const pair = await brought('delivered')
  const complaint = { reason: 'late', statement: 'Not as agreed', wanted: 'full_refund' }
  await take(app, pair.payer, pair.formPk, 'complain', complaint)
  await new Mailbox(app).toMediation(pair)
  const desk = async (name: string, who?: Person) =>
    (await get('home', who)).desks.find((row: { desk: string }) => row.desk === name)
  const moved: { form_pk: string; kind: string }[] = await get(`movements?dir=in&day=${await dayNow()}`)
  const kinds = moved.filter(({ form_pk }) => form_pk === pair.formPk).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['applied', 'fee', 'fee'])
  expect(await desk('disputes', mediator)).toMatchObject({ count: 1, oldest_at: expect.any(String) })
  const lead = { name: 'Meera', phone_number: '9812345678', message: 'After six' }
  await app.call('POST', '/api/leads', { body: lead })
  expect(await desk('leads')).toMatchObject({ count: 1 })
  expect(await desk('leads', mediator)).toBe(undefined)
})

test('an audit that has not ended is nothing that is wrong', async () => {
  raiseAlarm('ledger_unverified', 'The ledger is not verified yet')
  raiseAlarm('clock_jumped', 'The clock is wrong')
  for (const path of ['home', 'overview'])
    expect((await get(path)).books.problems).toEqual(['The clock is wrong'])
})

test('the books are checked when somebody asks, and money stops when they do not add up', async () => {
  const check = (who: Person) => app.call('POST', '/api/admin/books/check', { token: who.token })
  const [first, second] = await Promise.all([check(admin), check(mediator)])
  expect([first.body.sound, second.body]).toEqual([true, first.body])
  await tamper(100)
  expect((await check(admin)).body).toMatchObject({ sound: false })
  expect((await get('home')).books.sound).toBe(false)
  expect(alarms().map(({ cause }) => cause)).toContain('ledger_invalid')
  await tamper(-100)
  expect((await check(admin)).body).toMatchObject({ sound: true, problems: [] })
})

const tamper = (by: number) =>
  asSuperuser(app.db, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `update ledger_account set balance = balance + $1
        where id = (select id from ledger_account where code like 'hold:%' and not closed and balance > 0 limit 1)`,
      [by],
    )
  })

test('nothing is read from end to end that grows with the deals', async () => {
  const scanned = await app.db.runInTransaction(async (tx, now) => {
    // a plan that this connection has kept from a call before was made with sequential scans allowed
    await sql`discard plans`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    const before = await scansOf(tx)
    const [from, until] = [new Date(now - 86_400_000), new Date(now)]
    await countDays(tx, istDay(now))
    await medianDecideMs(tx, from)
    await deskQueues(tx, admin.id)
    await heldAt(tx)
    await nextDeadlines(tx, 8)
    await railHealth(tx, ['sandbox'])
    for (const list of [listDeposits, listFees, listPaidOut, listFees])
      await list(tx, { from, until, page: 1 })
    const after = await scansOf(tx)
    return [...after.keys()].filter((name) => after.get(name) !== before.get(name))
  })
  expect(scanned).toEqual([])
})

const GROWING = [
  'deal',
  'deposit',
  'payout',
  'transfer',
  'entry',
  'ledger_account',
  'payout_target',
  'dispute',
]

/** Of this connection; those of earlier transactions may still be among them. */
async function scansOf(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ relname: string; seq_scan: number }>`
    select relname, seq_scan from pg_stat_xact_user_tables where relname = any(${GROWING})`.execute(tx)
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}
