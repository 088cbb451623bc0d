/** A pay-in that is paid in a provider's checkout: its order, the way back, and how often it is asked about. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Checkout, PaidFact, RailAnswer } from '#server/rails/rail.ts'
import { findPayIn, type PayInRow } from '#server/repositories/payments.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'
import {
  askPayIn,
  claimPayIns,
  claimProbePayIns,
  endQuestion,
  openCheckout,
  postponePayIn,
  returnFromCheckout,
} from '#server/services/money/checkout.ts'
import { NoAnswer } from '#server/services/money/hold-waits.ts'
import type { Rails } from '#server/services/money/send-payout.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take } from '#test/support/people.ts'
import { waitSet } from '#test/support/waits.ts'

const app = useApp()
const { query } = app
const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  app.db.runInTransaction((tx, now) => work({ tx, now, settings: testSettings }))

const page = { kind: 'razorpay', publicKey: 'key', script: 'https://x/checkout.js', sources: [] } as const
const calls: unknown[][] = []
let order: RailAnswer<string>
let session: RailAnswer<string>
let payments: RailAnswer<readonly PaidFact[]>
beforeEach(() => {
  calls.length = 0
  order = { is: 'done', facts: 'order-1' }
  session = { is: 'done', facts: 'session-1' }
  payments = { is: 'done', facts: [] }
})
const checkout: Checkout = {
  page,
  openOrder: async (payerOrder) => {
    calls.push(['openOrder', payerOrder])
    return order
  },
  sessionOf: async (id) => {
    calls.push(['sessionOf', id])
    return session
  },
  findPayments: async (id) => {
    calls.push(['findPayments', id])
    return payments
  },
  isReturn: (id, { signature }) => signature === `signed ${id}`,
}
const railsWith = (over: object) => new Map([['sandbox', { name: 'sandbox', ...over }]]) as unknown as Rails
const rails = railsWith({ checkout })
let count = 0

async function payIn(): Promise<{ id: string; pair: Pair; reference: string }> {
  const pair = await agreedGoods(app)
  const { id, reference } = await dueOf(app, pair)
  count += 1
  order = { is: 'done', facts: `order-${count}` }
  return { id, pair, reference }
}
const rowOf = async (id: string): Promise<PayInRow> => {
  const row = await inTransaction(({ tx }) => findPayIn(tx, id))
  if (!row) throw new Error('no pay-in')
  return row
}
const waitOf = async (id: string): Promise<number | null> => {
  const [{ s }] = await query(
    'select extract(epoch from next_try_at - clock_timestamp()) as s from pay_in where id = $1',
    [id],
  )
  return s === null ? null : waitSet(Number(s))
}
const near = (seconds: number | null, expected: number) =>
  expect(Math.abs((seconds ?? -1e9) - expected)).toBeLessThanOrEqual(1)

describe('the checkout', () => {
  it('opens one order for its payer, and asks about it a minute later', async () => {
    const { id, pair, reference } = await payIn()
    expect(await openCheckout(inTransaction, rails, id)).toEqual({
      ...{
        dealId: pair.formPk,
        page,
        order: { session: 'session-1', amountPaise: 150_000, payeeName: expect.any(String) },
      },
    })
    const payer = { id: String(pair.payer.id), phone: pair.payer.phone }
    expect(calls).toEqual([
      ['openOrder', { id, reference, amountPaise: 150_000, payer, hold: undefined }],
      ['sessionOf', `order-${count}`],
    ])
    expect((await rowOf(id)).provider_order_id).toBe(`order-${count}`)
    near(await waitOf(id), 60)
    await query('update pay_in set tries = 9, next_try_at = null where id = $1', [id])
    await openCheckout(inTransaction, rails, id)
    expect(calls.filter(([name]) => name === 'openOrder')).toHaveLength(1)
    near(await waitOf(id), 60)
    expect((await rowOf(id)).tries).toBe(0)
  })
  it('of what is not due any more has no order, and opens none', async () => {
    const { id, pair } = await payIn()
    await take(app, pair.payer, pair.formPk, 'withdraw')
    expect(await openCheckout(inTransaction, rails, id)).toEqual({ dealId: pair.formPk, order: null, page })
    expect(calls).toEqual([])
  })
  it('is not there for a pay-in that is none, has no instruction, or whose provider has none', async () => {
    const { id } = await payIn()
    await expect(openCheckout(inTransaction, rails, 'none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(openCheckout(inTransaction, railsWith({}), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(openCheckout(inTransaction, new Map(), id)).rejects.toMatchObject({ code: 'not_found' })
    await query('update pay_in set instruction = null where id = $1', [id])
    await expect(openCheckout(inTransaction, rails, id)).rejects.toMatchObject({ code: 'not_found' })
  })
  it('that the provider does not open may be tried in a minute', async () => {
    const { id } = await payIn()
    order = { is: 'unknown', detail: '' }
    await expect(openCheckout(inTransaction, rails, id)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 60,
    })
    expect((await rowOf(id)).provider_order_id).toBeNull()
    order = { is: 'done', facts: `again-${count}` }
    session = { is: 'unknown', detail: '' }
    await expect(openCheckout(inTransaction, rails, id)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 60,
    })
  })
  it.each([
    ['ledger_invalid', 'unavailable'],
    ['shortfall', 'pay_ins_stopped'],
  ] as const)('is closed while %s is raised, but for what is not due any more', async (cause, code) => {
    const [open, closed] = [await payIn(), await payIn()]
    await query(`update pay_in set status = 'closed' where id = $1`, [closed.id])
    raiseAlarm(cause, 'a test')
    try {
      await expect(openCheckout(inTransaction, rails, open.id)).rejects.toMatchObject({
        code,
      })
      expect((await openCheckout(inTransaction, rails, closed.id)).order).toBeNull()
    } finally {
      clearAlarm(cause)
    }
  })
})

describe('whoever comes to the page', () => {
  const MINUTES = 60_000
  const minutesLeft = async ({ formPk }: Pair) => {
    const [{ due_at }] = await query('select due_at from deal where id = $1', [formPk])
    return Math.round((due_at.getTime() - Date.now()) / MINUTES)
  }
  const leave = ({ formPk }: Pair, minutes: number) =>
    query('update deal set due_at = $2 where id = $1', [formPk, new Date(Date.now() + minutes * MINUTES)])
  it('with less than ten minutes left has ten, once for a payment', async () => {
    const { id, pair } = await payIn()
    await leave(pair, 60)
    await openCheckout(inTransaction, rails, id)
    expect(await minutesLeft(pair)).toBe(60)
    await leave(pair, 2)
    await openCheckout(inTransaction, rails, id)
    expect(await minutesLeft(pair)).toBe(10)
    await leave(pair, 2)
    await openCheckout(inTransaction, rails, id)
    expect(await minutesLeft(pair)).toBe(2)
  })
  it('has a day, three times, where the provider does not answer and less than two hours are left', async () => {
    const { id, pair } = await payIn()
    const come = () =>
      expect(openCheckout(inTransaction, rails, id)).rejects.toMatchObject({ code: 'unavailable' })
    order = { is: 'unknown', detail: '' }
    await leave(pair, 130)
    await come()
    expect(await minutesLeft(pair)).toBe(130)
    await leave(pair, 110)
    // that it refuses the payer is an answer
    order = { is: 'refused', detail: '', retry: 'never' }
    await come()
    expect(await minutesLeft(pair)).toBe(110)
    order = { is: 'unknown', detail: '' }
    await come()
    expect(await minutesLeft(pair)).toBe(24 * 60)
    await leave(pair, 110)
    order = { is: 'refused', detail: 'our key is not theirs', retry: 'config' }
    await come()
    expect(await minutesLeft(pair)).toBe(24 * 60)
    // its order is open by then, and its page is not
    order = { is: 'done', facts: `order-${count}` }
    session = { is: 'unknown', detail: '' }
    for (const left of [24 * 60, 50]) {
      await leave(pair, 50)
      await come()
      expect(await minutesLeft(pair)).toBe(left)
    }
  })
  it('too late has no more time, and pays what is given back', async () => {
    const { id, pair } = await payIn()
    await leave(pair, -1)
    await openCheckout(inTransaction, rails, id)
    expect(await minutesLeft(pair)).toBe(-1)
  })
  it('to pay a fee early gives the other side’s deadline nothing', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    const statement = { reason: 'not_as_described', statement: 'Broken', wanted: 'full_refund' }
    await take(app, pair.payer, pair.formPk, 'complain', statement)
    const open = async (who: Person) =>
      (await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: who.token, body: {} })).body.id
    const [complaint, answer] = [await open(pair.payer), await open(pair.payee)]
    await query(`update pay_in set instruction = $2 where id = any($1)`, [
      [complaint, answer],
      JSON.stringify({ payee_name: 'Amanat' }),
    ])
    await leave(pair, 2)
    order = { is: 'done', facts: 'order-of-the-answer' }
    await openCheckout(inTransaction, rails, answer)
    expect(await minutesLeft(pair)).toBe(2)
    order = { is: 'done', facts: 'order-of-the-complaint' }
    await openCheckout(inTransaction, rails, complaint)
    expect(await minutesLeft(pair)).toBe(10)
  })
})

describe('the payer who comes back', () => {
  const back = (id: string, signature: string, which = rails) =>
    returnFromCheckout(inTransaction, which, { payInId: id, signed: { paymentId: 'p', signature } })
  it('with the provider’s signature: the provider itself is asked', async () => {
    const { id, pair, reference } = await payIn()
    await openCheckout(inTransaction, rails, id)
    const orderId = `order-${count}`
    payments = {
      is: 'done',
      facts: [
        { kind: 'paid', paymentId: `pay-${id}`, orderId, reference, amountPaise: 150_000, source: null },
      ],
    }
    await expect(back(id, 'forged')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
    await back(id, `signed ${orderId}`)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
  })
  it('to no order is not found, and without a signature of the provider’s nobody', async () => {
    const { id } = await payIn()
    await expect(back(id, 'x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(back('none', 'x')).rejects.toMatchObject({ code: 'not_found' })
    await openCheckout(inTransaction, rails, id)
    await expect(back(id, `signed order-${count}`, railsWith({}))).rejects.toMatchObject({
      code: 'not_found',
    })
    const unsigned = railsWith({ checkout: { ...checkout, isReturn: undefined } })
    await expect(back(id, `signed order-${count}`, unsigned)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

describe('the question whether it was paid', () => {
  let row: PayInRow
  let id: string
  beforeAll(async () => {
    id = (await payIn()).id
    await openCheckout(inTransaction, rails, id)
  })
  beforeEach(async () => {
    row = await rowOf(id)
    await query('delete from provider_outage')
  })
  const outage = () =>
    query(`insert into provider_outage values ('sandbox', 'pay_in', 3, now(), now() + interval '1 hour')`)
  const outages = () => query('select failures, probe_at <= clock_timestamp() as due from provider_outage')
  it('is answered, refused, lost, or nobody’s to ask', async () => {
    expect(await askPayIn(inTransaction, rails, row)).toBe('answered')
    payments = { is: 'refused', detail: '', retry: 'never' }
    expect(await askPayIn(inTransaction, rails, row)).toBe('answered')
    payments = { is: 'unknown', detail: '' }
    await expect(askPayIn(inTransaction, rails, row)).rejects.toMatchObject({ isOfCall: false })
    calls.length = 0
    expect(await askPayIn(inTransaction, rails, { ...row, provider_order_id: null })).toBe('unasked')
    expect(await askPayIn(inTransaction, railsWith({}), row)).toBe('unasked')
    expect(calls).toEqual([])
  })
  it.each([
    [1, 150],
    [12, 150],
    [13, 3_600],
    [83, 3_600],
  ])('after %i of them comes again in %i s', async (tries, seconds) => {
    await inTransaction((ctx) => endQuestion(ctx, { ...row, tries }, 'answered'))
    near(await waitOf(id), seconds)
  })
  it('after three days is asked no more', async () => {
    await inTransaction((ctx) => endQuestion(ctx, { ...row, tries: 84 }, 'answered'))
    expect(await waitOf(id)).toBeNull()
  })
  it('that is answered ends an outage, and one that was not asked gives the probe back', async () => {
    await outage()
    await inTransaction((ctx) => endQuestion(ctx, row, 'unasked'))
    expect(await outages()).toEqual([{ failures: 3, due: true }])
    await inTransaction((ctx) => endQuestion(ctx, row, 'answered'))
    expect(await outages()).toEqual([])
  })
  it('without an answer counts against the provider; while that is left alone it is due at once', async () => {
    const lost = new NoAnswer({ is: 'unknown', detail: '' }, false)
    await query('update pay_in set tries = 5, next_try_at = now() where id = $1', [id])
    await inTransaction((ctx) => postponePayIn(ctx, { ...row, tries: 5 }, lost))
    near(await waitOf(id), 150)
    expect(await outages()).toMatchObject([{ failures: 1 }])
    await query('update provider_outage set failures = 2')
    await inTransaction((ctx) => postponePayIn(ctx, { ...row, tries: 5 }, lost))
    near(await waitOf(id), 0)
    expect([(await rowOf(id)).tries, await outages()]).toMatchObject([4, [{ failures: 3, due: false }]])
  })
  it('after an error of ours counts against nobody', async () => {
    await inTransaction((ctx) => postponePayIn(ctx, { ...row, tries: 20 }, new Error('x')))
    near(await waitOf(id), 3_600)
    expect(await outages()).toEqual([])
  })
  it('is claimed when due, and by nobody while money is closed', async () => {
    await query('update pay_in set next_try_at = now() where id = $1', [id])
    raiseAlarm('ledger_invalid', 'a test')
    expect(await inTransaction(({ tx }) => claimPayIns(tx, 9))).toEqual([])
    expect(await inTransaction(({ tx }) => claimProbePayIns(tx))).toEqual([])
    clearAlarm('ledger_invalid')
    await outage()
    await query(`update provider_outage set probe_at = now()`)
    expect((await inTransaction(({ tx }) => claimProbePayIns(tx))).map((claimed) => claimed.id)).toEqual([id])
    await query('delete from provider_outage')
    await query('update pay_in set next_try_at = now() where id = $1', [id])
    expect((await inTransaction(({ tx }) => claimPayIns(tx, 9))).map((claimed) => claimed.id)).toContain(id)
  })
})
