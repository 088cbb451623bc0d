/** Payments that payers dispute with their banks: at every state of a deal, for each end, whatever order the reports come in. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { HELD, type Status } from '#core/lifecycle/states.ts'
import { useApp } from '#test/support/app.ts'
import { type ChargebackReport, reportChargeback } from '#test/support/chargebacks.ts'
import { payoutOf } from '#test/support/payout-targets.ts'
import {
  bringTo,
  look,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  take,
  teammate,
} from '#test/support/people.ts'
import { permutations } from '#test/support/permutations.ts'
import { bringToStatus, exists } from '#test/support/stages.ts'

type State = ChargebackReport['state']

const app = useApp()
let team: Person
let maker: Person
let checker: Person
beforeAll(async () => {
  team = await teammate(app)
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
})

const { query } = app
const balance = async (code: string) =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)
const rowsOf = (formPk: string) =>
  query('select state, phase, booked_paise::int, holds_deal from chargeback where deal_id = $1', [formPk])

const report = (formPk: string, over: ChargebackReport) => reportChargeback(app, formPk, over)

const isFrozen = async (formPk: string): Promise<boolean> =>
  (await query('select frozen_since from deal where id = $1', [formPk]))[0].frozen_since !== null

async function fundedDeal(status: 'funded' | 'delivered' = 'funded'): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, status)
  return pair
}

const endAs = ({ token }: Person, formPk: string) =>
  app.call('POST', `/api/admin/frozen-deals/${formPk}/end`, {
    token,
    body: { outcome: 'charged_back', note: 'The bank wrote to us' },
  })

/** In order, backwards, and each twice with what is old between. */
const ORDERS: readonly ((end: State) => readonly State[])[] = [
  (end) => ['open', 'under_review', end],
  (end) => [end, 'under_review', 'open'],
  (end) => ['open', 'open', end, 'under_review', end, 'open'],
]

async function expectChargedBack({ formPk, payer }: Pair): Promise<void> {
  const deal = await look(app, payer, formPk)
  expect(deal.status).toBe('refunded')
  expect(deal.money.held_paise).toBe(0)
  expect(deal.events.filter(({ name }) => name === 'charged_back')).toMatchObject([{ by: 'gateway' }])
  // what the bank took, and what the deal held, are the same money
  expect(await balance(`receivable:${payer.id}`)).toBe(0)
  const owed = await query(`select purpose from payout where deal_id = $1 and purpose <> 'fee_back'`, [
    formPk,
  ])
  expect(owed).toEqual([])
}

describe.each(['shopping', 'services'] as const)('of a deal of %s', (track) => {
  const states: readonly Status[] = HELD.filter((status) => exists(track, status))
  const table = states.flatMap((status) =>
    (['won', 'lost', 'closed'] as const).flatMap((end) => ORDERS.map((_, order) => ({ status, end, order }))),
  )
  it.each(table)('$status, $end, in order $order', async ({ status, end, order }) => {
    const pair = track === 'shopping' ? await offerShopping(app) : await offerServices(app)
    await bringToStatus(app, { ...pair, team, track }, status)
    const before = await look(app, pair.payer, pair.formPk)
    for (const state of ORDERS[order]?.(end) ?? []) {
      await report(pair.formPk, { state })
      const isOpen = state !== end && (await rowsOf(pair.formPk))[0].state !== end
      expect(await isFrozen(pair.formPk)).toBe(isOpen)
      if (isOpen) expect((await look(app, pair.payee, pair.formPk)).actions).toEqual([])
    }
    if (end === 'lost') await expectChargedBack(pair)
    else {
      const { status: now, actions } = await look(app, pair.payer, pair.formPk)
      expect([now, actions]).toEqual([before.status, before.actions])
      expect(await balance(`receivable:${pair.payer.id}`)).toBe(0)
    }
  })
})

describe('reports in every order, each twice', () => {
  it.each(permutations<State>(['open', 'under_review', 'won', 'lost']))(
    'once it was lost nothing takes that back: %s, %s, %s, %s',
    async (...states) => {
      const pair = await fundedDeal()
      for (const state of [...states, ...states]) await report(pair.formPk, { state })
      await expectChargedBack(pair)
    },
  )
  it.each(permutations<State>(['open', 'closed', 'won']))('it goes on: %s, %s, %s', async (...states) => {
    const pair = await fundedDeal()
    // taken at once, and given back
    for (const state of [...states, ...states])
      await report(pair.formPk, { state, deductedPaise: state === 'open' ? 150_000 : 0 })
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    expect(await isFrozen(pair.formPk)).toBe(false)
    expect(await balance(`receivable:${pair.payer.id}`)).toBe(0)
    expect(await app.verify()).toEqual([])
  })
})

test('the books add up after all of these', async () => {
  expect(await app.verify()).toEqual([])
})

describe('money that is not all of the hold', () => {
  test('what is taken at once is owed at once, and no more when it is won', async () => {
    const { formPk, payer } = await fundedDeal()
    await report(formPk, { state: 'open', deductedPaise: 150_000 })
    expect(await balance(`receivable:${payer.id}`)).toBe(-150_000)
    await report(formPk, { state: 'won' })
    expect(await balance(`receivable:${payer.id}`)).toBe(0)
    expect(await isFrozen(formPk)).toBe(false)
    expect(await app.verify()).toEqual([])
  })
  test('a part that is lost ends no deal: two Admins do', async () => {
    const { formPk, payer } = await fundedDeal()
    await report(formPk, { state: 'open', amountPaise: 39_000 })
    await report(formPk, { state: 'lost', amountPaise: 39_000, deductedPaise: 39_000 })
    expect((await look(app, payer, formPk)).status).toBe('funded')
    expect(await isFrozen(formPk)).toBe(true)
    expect(await balance(`receivable:${payer.id}`)).toBe(-39_000)
    expect(await app.verify()).toEqual([])
  })
  test('who only asks for papers stops nothing, until it is more', async () => {
    const { formPk } = await fundedDeal()
    await report(formPk, { state: 'open', phase: 'retrieval' })
    expect(await isFrozen(formPk)).toBe(false)
    expect(await rowsOf(formPk)).toMatchObject([{ phase: 'retrieval', holds_deal: false }])
    await report(formPk, { state: 'open' })
    expect(await isFrozen(formPk)).toBe(true)
  })
  test('two disputes: the deal goes on when both are over', async () => {
    const { formPk } = await fundedDeal()
    await report(formPk, { state: 'open' })
    await report(formPk, { state: 'open', disputeId: `second-${formPk}` })
    await report(formPk, { state: 'won' })
    expect(await isFrozen(formPk)).toBe(true)
    await report(formPk, { state: 'closed', disputeId: `second-${formPk}` })
    expect(await isFrozen(formPk)).toBe(false)
  })
  test('a payment that nobody knows is tried again by the inbox', async () => {
    const { formPk } = await fundedDeal()
    await expect(report(formPk, { state: 'open', paymentId: 'none' })).rejects.toThrow('no payment none')
    expect(await rowsOf(formPk)).toEqual([])
  })
})

describe('of which the bank has taken a part', () => {
  test.each<[string, readonly number[]]>([
    ['a part', [39_000]],
    ['two parts', [39_000, 61_000]],
    ['all in parts', [39_000, 111_000]],
  ])('two Admins end it after %s was lost: no more is set against the debt', async (_name, parts) => {
    const { formPk, payer } = await fundedDeal()
    for (const [n, deductedPaise] of parts.entries())
      await report(formPk, {
        ...{ state: 'lost', amountPaise: deductedPaise, deductedPaise, disputeId: `part-${n}-${formPk}` },
      })
    expect(await isFrozen(formPk)).toBe(true)
    for (const who of [maker, checker]) expect((await endAs(who, formPk)).status).toBe(200)
    const deal = await look(app, payer, formPk)
    const leftPaise = 150_000 - parts.reduce((sum, paise) => sum + paise, 0)
    expect(deal).toMatchObject({ status: 'refunded', money: { held_paise: 0 } })
    expect(await balance(`receivable:${payer.id}`)).toBe(0)
    const payouts = await query(
      'select party, purpose, amount_paise::int as paise from payout where deal_id = $1',
      [formPk],
    )
    expect(payouts).toEqual(leftPaise === 0 ? [] : [{ party: 'payer', purpose: 'refund', paise: leftPaise }])
    expect(await app.verify()).toEqual([])
  })
  test('of which nothing was taken yet is not ended as taken, whoever says so', async () => {
    const { formPk } = await fundedDeal()
    await report(formPk, { state: 'open', deductedPaise: 150_000 })
    for (const who of [maker, checker])
      expect(await endAs(who, formPk)).toMatchObject({ status: 400, body: { outcome: [expect.any(String)] } })
    await report(formPk, { state: 'won', deductedPaise: 0 })
    expect((await look(app, maker, formPk)).status).toBe('funded')
  })
  test('the ledger moves no more against a debt than a bank has taken', async () => {
    const { formPk, payer } = await fundedDeal()
    await report(formPk, { state: 'lost', amountPaise: 39_000, deductedPaise: 39_000 })
    const entries = [
      [`hold:${formPk}`, `receivable:${payer.id}`],
      [-150_000, 150_000],
    ]
    await expect(
      query(`select post($1, 'charged_back', $2, $3, $4, $5)`, [
        ...[`deal:${formPk}:end`, formPk, `hold:${formPk}`, ...entries],
      ]),
    ).rejects.toThrow('is charged back by 150000 paise, and the bank has taken 39000')
  })
})

describe('after the release', () => {
  async function released(): Promise<Pair> {
    const pair = await fundedDeal('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    return pair
  }
  test('what has not left waits; it goes when the dispute is won', async () => {
    const pair = await released()
    await report(pair.formPk, { state: 'open' })
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    await report(pair.formPk, { state: 'won', deductedPaise: 0 })
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'queued', held_because: [] })
    expect(await app.verify()).toEqual([])
  })
  test('and waits for the team when it is lost: the payer owes exactly what was taken', async () => {
    const pair = await released()
    await report(pair.formPk, { state: 'open' })
    await report(pair.formPk, { state: 'lost', deductedPaise: 149_000 })
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    expect(await balance(`receivable:${pair.payer.id}`)).toBe(-149_000)
    expect(await app.verify()).toEqual([])
  })
  test.each([0, 150_000])(
    'the payer is told once, also where %i paise were taken before it was lost',
    async (taken) => {
      const pair = await released()
      await report(pair.formPk, { state: 'open', deductedPaise: taken })
      for (let n = 0; n < 2; n++) await report(pair.formPk, { state: 'lost', deductedPaise: 150_000 })
      const debts = await query(
        `select content->'body'->>0 as text from email where user_id = $1 and key like 'debt:%'`,
        [pair.payer.id],
      )
      expect(debts).toEqual([{ text: expect.stringMatching(/^You owe us ₹1,500 now\. /) }])
    },
  )
  test('what has left stays with its payee', async () => {
    const pair = await released()
    await app.runJobs()
    const before = await payoutOf(app, pair)
    expect(before.status).toBe('paid')
    for (const state of ['open', 'lost'] as const) await report(pair.formPk, { state })
    expect(await payoutOf(app, pair)).toEqual(before)
    expect(await balance(`receivable:${pair.payer.id}`)).toBe(-150_000)
    expect(await app.verify()).toEqual([])
  })
})

test('two Admins let it go on: a later report of the same dispute does not stop it again, the loss does', async () => {
  const pair = await fundedDeal()
  await report(pair.formPk, { state: 'open' })
  for (const { token } of [maker, checker])
    await app.call('POST', `/api/admin/frozen-deals/${pair.formPk}/end`, {
      token,
      body: { outcome: 'goes_on', note: 'The payer has taken it back' },
    })
  expect(await isFrozen(pair.formPk)).toBe(false)
  await report(pair.formPk, { state: 'under_review' })
  expect(await isFrozen(pair.formPk)).toBe(false)
  await report(pair.formPk, { state: 'lost' })
  await expectChargedBack(pair)
  expect(await app.verify()).toEqual([])
})

test('the team has a task with its clock, and both people are told', async () => {
  const { formPk, payer, payee } = await fundedDeal()
  await report(formPk, { state: 'open' })
  const { body } = await app.call('GET', '/api/admin/chargebacks', { token: team.token })
  const tasks = body.filter((task: { form_pk: string }) => task.form_pk === formPk)
  expect(tasks).toMatchObject([
    {
      ...{ dispute_id: `disp-${formPk}`, payer: 'Asha Rao', state: 'open', amount_paise: 150_000 },
      ...{ respond_by: '2030-01-15T12:00:00.000+05:30', ended_at: null, holds_deal: true },
      evidence_url: `/api/deals/${formPk}/evidence.zip`,
    },
  ])
  expect((await app.call('GET', tasks[0].evidence_url, { token: team.token })).status).toBe(200)
  const { body: home } = await app.call('GET', '/api/admin/home', { token: maker.token })
  const desks = (home.desks as { desk: string; count: number }[]).filter(({ desk }) => desk === 'chargebacks')
  expect(desks).toEqual([{ desk: 'chargebacks', count: expect.any(Number), oldest_at: expect.any(String) }])
  const noticesOf = async ({ token }: Person) => (await app.call('GET', '/api/notices', { token })).body
  const about = (notices: { title: string; text?: string }[], words: string) =>
    notices.filter((notice) => JSON.stringify(notice).includes(words))
  expect(about(await noticesOf(team), 'disputes a payment with their bank').length).toBeGreaterThan(0)
  expect(about(await noticesOf(team), '15 Jan 2030, 12:00 pm IST').length).toBeGreaterThan(0)
  for (const who of [payer, payee])
    expect(about(await noticesOf(who), 'is disputed at the bank')).toHaveLength(1)
})

test('a release and a dispute at the same moment: one wins, and what has not left waits', async () => {
  for (let round = 0; round < 6; round += 1) {
    const pair = await fundedDeal('delivered')
    const [released] = await Promise.all([
      app.call('POST', `/api/deals/${pair.formPk}/release`, { token: pair.payer.token, body: {} }),
      report(pair.formPk, { state: 'open' }),
    ])
    if (released.status === 200)
      expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    expect([released.status, await isFrozen(pair.formPk)]).toEqual(
      released.status === 200 ? [200, false] : [409, true],
    )
  }
  expect(await app.verify()).toEqual([])
})

// last: it moves the clock
test('no deadline passes while it stands still, and each is moved by that time', async () => {
  const pair = await fundedDeal('delivered')
  const left = async () => {
    const deal = await look(app, pair.payer, pair.formPk)
    return Date.parse(deal.due_at ?? '') - Date.parse(deal.now)
  }
  const before = await left()
  await report(pair.formPk, { state: 'open' })
  await app.advance('P40D')
  await app.runJobs()
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('delivered')
  await report(pair.formPk, { state: 'won' })
  expect(Math.abs((await left()) - before)).toBeLessThan(120_000)
  await take(app, pair.payer, pair.formPk, 'release')
  expect(await app.verify()).toEqual([])
})
