/** The samples of Razorpay's own pages: each is read, each webhook is known, and the fake answers in their form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Reading } from '#server/rails/rail.ts'
import { type Fixture, fixtures } from '#test/support/fakes/razorpay/fixtures.ts'
import { payeeOf } from '#test/support/fakes/razorpay/payee.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import {
  listOf,
  orderEntity,
  paidFact,
  paymentEntity,
  payoutEntity,
  payoutFact,
  refundEntity,
  refundFact,
} from './entities.ts'
import {
  heldTransfer,
  linkedAccountEntity,
  orderWithTransfers,
  productEntity,
  reversalEntity,
  stakeholderEntity,
  standingOf,
  transferEntity,
} from './route-entities.ts'
import { hexHmac, readEvent } from './webhook.ts'

const SCHEMAS = {
  order: orderEntity,
  orders: listOf(orderEntity),
  payment: paymentEntity,
  payments: listOf(paymentEntity),
  refund: refundEntity,
  refunds: listOf(refundEntity),
  payout: payoutEntity,
  payouts: listOf(payoutEntity),
  transferOrder: orderWithTransfers,
  transfer: transferEntity,
  transfers: listOf(transferEntity),
  reversal: reversalEntity,
  reversals: listOf(reversalEntity),
  linkedAccount: linkedAccountEntity,
  stakeholder: stakeholderEntity,
  product: productEntity,
  error: z.object({ error: z.object({ code: z.string(), description: z.string() }) }),
} as const

const ofKind = (...kinds: Fixture['kind'][]) => fixtures.filter(({ kind }) => kinds.includes(kind))
const bodyOf = (name: string) => fixtures.find((fixture) => fixture.name === name)?.body
const reading = (body: unknown, secret = 'secret') => {
  const raw = Buffer.from(JSON.stringify(body))
  return readEvent(['secret'], raw, hexHmac(secret, raw))
}

it('there are at least 60, and each names its page', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(60)
  const PAGE = /^https:\/\/github\.com\/razorpay\/markdown-docs\/blob\/ab3bda5\/[\w/-]+\.md$/
  expect(fixtures.filter(({ page }) => !PAGE.test(page))).toEqual([])
})

const answers = fixtures.filter(({ kind }) => kind !== 'webhook')
it.each(answers)('$name is read', ({ kind, body }) => {
  expect(SCHEMAS[kind as keyof typeof SCHEMAS].safeParse(body).error).toBeUndefined()
})

describe('what an entity says', () => {
  it.each<[string, object | null]>([
    ['payments-fetch-with-id-netbanking', { amountPaise: 2100, source: 'netbanking ICIC' }],
    ['payments-fetch-with-id-wallet', { amountPaise: 250_000, orderId: 'order_MT4FE4i64KutqB' }],
    ['payments-capture-success', { paymentId: 'pay_G3P9vcIhRs3NV4', amountPaise: 1000, source: 'card' }],
    ['payments-entity-failure', null],
  ])('%s', (name, fact) => {
    const paid = paidFact(paymentEntity.parse(bodyOf(name)))
    if (fact === null) expect(paid).toBeNull()
    else expect(paid).toMatchObject({ kind: 'paid', reference: null, ...fact })
  })

  it.each<[string, object | null]>([
    ['refunds-create-instant-success', { key: 'Receipt No. 31', state: 'done' }],
    ['refunds-entity-entity', null],
  ])('%s', (name, fact) => {
    const out = refundFact(refundEntity.parse(bodyOf(name)))
    if (fact === null) expect(out).toBeNull()
    else expect(out).toMatchObject({ kind: 'out', ...fact })
  })

  it.each<[string, object]>([
    ['x-payouts-create-vpa-success', { state: 'pending' }],
    ['x-payouts-cancel-success', { state: 'failed' }],
    ['x-payout-composite-create-vpa-success', { state: 'done', providerId: 'pout_F6891rdxBLZ6AN' }],
  ])('%s', (name, fact) => {
    expect(payoutFact(payoutEntity.parse(bodyOf(name)))).toMatchObject({
      ...{ kind: 'out', key: 'Acme Transaction ID 12345' },
      ...fact,
    })
  })

  it.each([
    ['route-fetch-a-transfer-success', { state: 'made', reversedPaise: 0 }],
    ['route-modify-settlement-hold-success', { state: 'made', isOnHold: true, isSettled: false }],
  ])('%s', (name, transfer) => {
    expect(heldTransfer(transferEntity.parse(bodyOf(name)))).toMatchObject(transfer)
  })

  it('transfers of an order are read in both forms of the pages', () => {
    for (const name of ['route-create-transfers-orders-success', 'route-fetch-transfer-order-success'])
      expect(orderWithTransfers.parse(bodyOf(name))).toMatchObject([
        { id: 'trf_JJCYnw77tqUT9r', accountId: 'acc_IRQWUleX4BqvYn', amountPaise: 1000, state: 'waiting' },
        { id: 'trf_JJCYnxe5GV19Kk' },
      ])
  })

  it.each([
    ['route-request-product-config-success', 'needs_clarification', 3],
    ['route-update-product-config-success', 'activated', 0],
    ['route-product-configuration-entity-entity', 'needs_clarification', 4],
  ])('%s', (name, state, wanted) => {
    const standing = standingOf(productEntity.parse(bodyOf(name)))
    expect([standing.state, standing.wanted.length]).toEqual([state, wanted])
  })

  it.each([
    ['processed', 'done'],
    ['reversed', 'returned'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['cancelled', 'failed'],
    ['queued', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['scheduled', 'pending'],
    ['a word that nobody has heard of', 'pending'],
  ])('a payout that is %s is %s', (status, state) => {
    expect(payoutFact({ id: 'pout_1', status, reference_id: 'k' })?.state).toBe(state)
  })
})

/** The same with another time wherever it says one, but for until when evidence is taken. */
const atTime = (body: unknown, seconds: number): unknown =>
  JSON.parse(JSON.stringify(body), (field, value) => (/_at$/.test(field) && value ? seconds : value))
it.each(ofKind('webhook'))('$name says the same whatever its clock shows', ({ body }) => {
  const factsOf = (answer: Reading): unknown =>
    JSON.parse(JSON.stringify(answer), (field, value) =>
      ['day', 'eventId'].includes(field) ? undefined : value,
    )
  for (const seconds of [1, 4_102_444_800])
    expect(factsOf(reading(atTime(body, seconds)))).toEqual(factsOf(reading(body)))
})

describe('a webhook of the pages', () => {
  const hooks = ofKind('webhook')
  it.each(hooks)('$name is genuine with its signature, and forged with another', ({ body }) => {
    expect(reading(body).is).not.toBe('forged')
    expect(reading(body, 'another').is).toBe('forged')
  })

  it('money is said by those of payments and settlements alone; refunds and payouts of the pages carry no key of ours', () => {
    const isDispute = (name: string) => /^(payment-dispute|product-route)-/.test(name)
    const paid = hooks.flatMap(({ name, body }) =>
      reading(body).is === 'facts' && !isDispute(name) ? [name] : [],
    )
    expect(paid).toEqual([
      ...['order-paid-card', 'order-paid-netbanking', 'order-paid-upi', 'order-paid-wallets'],
      ...['payment-captured-card', 'payment-captured-netbanking', 'payment-captured-upi'],
      ...['payment-captured-wallets', 'settlement-processed-2', 'settlement-processed'],
    ])
  })

  it('a settlement says what goes to the bank, under which number', () => {
    const settlement = hooks.find(({ name }) => name === 'settlement-processed')
    expect(settlement && reading(settlement.body)).toMatchObject({
      is: 'facts',
      facts: [{ kind: 'settled', settlementId: expect.stringMatching(/^setl_/), utr: expect.any(String) }],
    })
  })

  it.each([
    ['created', 'open', 0, 'chargeback'],
    ['under-review', 'under_review', 0, 'chargeback'],
    ['action-required', 'open', 0, 'chargeback'],
    ['won', 'won', 0, 'chargeback'],
    ['lost', 'lost', 39_000, 'chargeback'],
    ['closed', 'closed', 0, 'fraud'],
  ])('a dispute: %s', (name, state, deductedPaise, phase) => {
    const body = bodyOf(`payment-dispute-${name}`)
    const answer = reading(body)
    const paymentId = body.payload.payment.entity.id
    expect(answer.is === 'facts' ? answer.facts.at(-1) : answer).toMatchObject({
      ...{ kind: 'chargeback', paymentId, state, deductedPaise, phase, respondBy: 1_590_431_400_000 },
    })
    // the payment first: it may not have been told of yet
    const isCaptured = body.payload.payment.entity.status === 'captured'
    expect(answer.is === 'facts' && answer.facts.map(({ kind }) => kind)).toEqual([
      ...(isCaptured ? ['paid'] : []),
      'chargeback',
    ])
  })

  it('an order that is paid and a payment that is captured are the same payment', () => {
    const [captured, order] = ['payment-captured-upi', 'order-paid-upi'].map((name) => reading(bodyOf(name)))
    expect(captured).toMatchObject({
      facts: [
        {
          ...{ kind: 'paid', paymentId: 'pay_DESyzxuld02Zul', orderId: 'order_DESxiijbl9xjDB' },
          ...{ amountPaise: 100, source: 'gaurav.kumar@upi' },
        },
      ],
    })
    expect(order).toMatchObject({ facts: captured?.is === 'facts' ? captured.facts : [] })
  })

  it.each([
    ['refund-processed-normal-refunds', 'refund', 'receipt', 'done'],
    ['refund-failed-normal-refunds', 'refund', 'receipt', 'failed'],
    ['payout-processed', 'payout', 'reference_id', 'done'],
    ['payout-reversed', 'payout', 'reference_id', 'returned'],
    ['payout-failed', 'payout', 'reference_id', 'failed'],
    ['payout-rejected', 'payout', 'reference_id', 'failed'],
    ['payout-queued', 'payout', 'reference_id', 'pending'],
    ['payout-initiated', 'payout', 'reference_id', 'pending'],
    ['payout-updated', 'payout', 'reference_id', 'done'],
  ])('%s with our key', (name, entity, field, state) => {
    const body = structuredClone(bodyOf(name))
    body.payload[entity].entity[field] = 'our-key'
    expect(reading(body)).toMatchObject({ facts: [{ kind: 'out', key: 'our-key', state }] })
  })

  it.each(hooks)(
    '$name with any field renamed, taken away or added is answered, and no other amount is read',
    ({ body }) => {
      const amount = amountOf(reading(body))
      for (const changed of mutantsOf(body)) {
        const answer = reading(changed)
        expect(['facts', 'ignored']).toContain(answer.is)
        expect([amount, null]).toContain(amountOf(answer))
      }
    },
  )
})

const amountOf = (answer: Reading): number | null => {
  const [fact] = answer.is === 'facts' ? answer.facts : []
  return fact?.kind === 'paid' ? fact.amountPaise : null
}

type Fields = Record<string, unknown>
const CHANGES: ((fields: Fields, name: string) => Fields)[] = [
  (fields, name) => ({ ...fields, [`new_${name}`]: 'new' }),
  (fields, name) => ({ ...fields, [name]: undefined, [`new_${name}`]: fields[name] }),
  (fields, name) => ({ ...fields, [name]: undefined }),
  (fields, name) => ({ ...fields, [name]: { of: [fields[name]] } }),
]

function* mutantsOf(body: { payload: Record<string, { entity?: Fields }> }) {
  for (const [part, { entity = {} }] of Object.entries(body.payload))
    for (const name of Object.keys(entity))
      for (const change of CHANGES)
        yield { ...body, payload: { ...body.payload, [part]: { entity: change(entity, name) } } }
}

describe('the fake answers in the form of the pages', () => {
  const fake = new FakeRazorpay()
  beforeAll(() => fake.start())
  afterAll(() => fake.stop())
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const basic = Buffer.from(`${FAKE_KEYS.keyId}:${FAKE_KEYS.keySecret}`).toString('base64')
    const answer = await fetch(`${fake.url}${path}`, {
      ...{ method, headers: { authorization: `Basic ${basic}`, ...headers } },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  }
  /** Fields that every sample of a kind has. */
  const fieldsOf = (kind: Fixture['kind']): string[] => {
    const [first = {}, ...rest] = ofKind(kind).map(({ body }) => body)
    return Object.keys(first).filter((field) => rest.every((body) => field in body))
  }

  it('order, payment, refund and payout have the fields that all their samples have', async () => {
    const order = await call('POST', '/v1/orders', { amount: 150_000, currency: 'INR', receipt: 'TD1' })
    const { razorpay_payment_id: payment } = (await call('POST', '/_fake/pay', { order: order.body.id })).body
    const refund = await call('POST', `/v1/payments/${payment}/refund`, { amount: 50_000, receipt: 'key' })
    const payout = await call(
      'POST',
      '/v1/payouts',
      {
        ...{
          account_number: '7878780080316316',
          amount: 100,
          currency: 'INR',
          mode: 'UPI',
          purpose: 'payout',
        },
        fund_account: {
          ...{ account_type: 'vpa', vpa: { address: 'asha@okbank' } },
          contact: { name: 'Asha Rao', type: 'vendor' },
        },
      },
      { 'x-payout-idempotency': 'key 1' },
    )
    for (const [kind, body] of [
      ['order', order.body],
      ['payment', (await call('GET', `/v1/payments/${payment}`)).body],
      ['refund', refund.body],
      ['payout', payout.body],
    ] as const)
      expect(fieldsOf(kind).filter((field) => !(field in body))).toEqual([])
    expect(fake.takeEvents().map(({ event }) => event)).toEqual([
      ...['payment.authorized', 'payment.captured', 'order.paid', 'refund.created', 'payout.initiated'],
    ])
  })

  it.each<[string, string, string, object, number]>([
    ['an amount below a rupee', 'POST', '/v1/orders', { amount: 99, currency: 'INR' }, 400],
    ['an unknown field', 'POST', '/v1/orders', { amount: 100, currency: 'INR', price: 1 }, 400],
    ['a receipt twice', 'POST', '/v1/orders', { amount: 100, currency: 'INR', receipt: 'TD1' }, 400],
    [
      'transfers above the amount',
      'POST',
      '/v1/orders',
      {
        amount: 100,
        currency: 'INR',
        transfers: [{ account: 'acc_ABCDEFGH123456', amount: 101, currency: 'INR' }],
      },
      400,
    ],
    ['a payout without a key', 'POST', '/v1/payouts', { amount: 100 }, 400],
    ['a page that is not there', 'GET', '/v1/nothing', {}, 404],
  ])('it refuses %s', async (_name, method, path, body, status) => {
    const answer = await call(method, path, method === 'GET' ? undefined : body)
    expect(answer).toMatchObject({ status, body: { error: { code: 'BAD_REQUEST_ERROR' } } })
  })

  it('a transfer on hold is released by false, again without harm, and reversed once more by each call', async () => {
    const transfers = [{ account: payeeOf(fake), amount: 90_000, currency: 'INR', on_hold: true }]
    const order = await call('POST', '/v1/orders', { amount: 100_000, currency: 'INR', transfers })
    await call('POST', '/_fake/pay', { order: order.body.id })
    const [{ id }] = fake.state.list('transfer', ({ source }) => source === order.body.id)
      .items as unknown as [{ id: string }]
    expect((await call('GET', `/v1/transfers/${id}`)).body.settlement_status).toBe('on_hold')
    const reversal = async () =>
      (await call('POST', `/v1/transfers/${id}/reversals`, { amount: 40_000 })).status
    expect([await reversal(), await reversal(), await reversal()]).toEqual([200, 200, 400])
    for (let i = 0; i < 2; i += 1)
      expect((await call('PATCH', `/v1/transfers/${id}`, { on_hold: false })).body).toMatchObject({
        ...{ on_hold: false, amount_reversed: 80_000, settlement_status: 'pending' },
      })
  })
})
