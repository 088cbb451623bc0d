/** The rail over the fake: what each outcome of a call means, and that nothing is done twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutOrder } from '#server/rails/rail.ts'
import type { Fault } from '#test/support/fakes/fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay, returnSignature } from '#test/support/fakes/razorpay/server.ts'
import { RazorpayRail } from './razorpay.ts'

let fake: FakeRazorpay
let rail: RazorpayRail
beforeEach(async () => {
  fake = await new FakeRazorpay().start()
  rail = railWith({})
})
afterEach(() => fake.stop())

const railWith = (over: Partial<ConstructorParameters<typeof RazorpayRail>[0]>) =>
  new RazorpayRail(
    {
      ...{ keyId: FAKE_KEYS.keyId, keySecret: FAKE_KEYS.keySecret, accountNumber: FAKE_KEYS.accountNumber },
      ...{ webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url, timeoutMs: 2_000 },
      ...over,
    },
    'Amanat',
  )

const payIn = {
  ...{ id: 'p1', reference: 'TD12345678', amountPaise: 1_500_00 },
  payer: { id: '1', phone: '9876543210' },
}
const count = (entity: string) => fake.state.list(entity, () => true).count

async function paidPayment(): Promise<string> {
  const order = await rail.checkout.openOrder(payIn)
  if (order.is !== 'done') throw new Error(order.is)
  const answer = await fetch(`${fake.url}/_fake/pay`, {
    ...{ method: 'POST', body: JSON.stringify({ order: order.facts }) },
  })
  const { razorpay_payment_id } = (await answer.json()) as { razorpay_payment_id: string }
  return razorpay_payment_id
}
const refundOf = async (): Promise<OutOrder> => ({
  ...{ key: 'refund00000000000000001', amountPaise: 500_00 },
  how: { by: 'refund', paymentId: await paidPayment() },
})
const payoutTo = (address: string, amountPaise = 500_00, name = 'Asha Rao'): OutOrder => ({
  ...{ key: 'payout00000000000000001', amountPaise, how: { by: 'transfer', address, name } },
})
const ACCOUNT = '50100123456789@hdfc0000123.ifsc.npci'

const LOST: readonly Fault['what'][] = ['reset_after', '500_after', 'html_after', 'silence_after']
const NOT_DONE: readonly Fault['what'][] = ['reset_before', '500_before']

describe('an order', () => {
  it('is opened once, and found again by its receipt', async () => {
    const first = await rail.checkout.openOrder(payIn)
    expect(first).toMatchObject({ is: 'done' })
    expect(await rail.checkout.openOrder(payIn)).toEqual(first)
    expect(count('order')).toBe(1)
  })

  it.each(LOST)('whose answer was lost (%s) is adopted: there is one', async (what) => {
    rail = railWith({ timeoutMs: 300 })
    fake.fail(/^POST \/v1\/orders$/, what)
    const answer = await rail.checkout.openOrder(payIn)
    expect(answer).toEqual({ is: 'done', facts: fake.state.list('order', () => true).items[0]?.id })
    expect(count('order')).toBe(1)
  })

  it.each(NOT_DONE)('that was never made (%s) is unknown, and made the next time', async (what) => {
    fake.fail(/^POST \/v1\/orders$/, what)
    expect((await rail.checkout.openOrder(payIn)).is).toBe('unknown')
    expect((await rail.checkout.openOrder(payIn)).is).toBe('done')
    expect(count('order')).toBe(1)
  })

  it('of a reference that only contains ours is not ours', async () => {
    await rail.checkout.openOrder({ ...payIn, reference: 'TD123456789' })
    fake.fail(/^POST \/v1\/orders$/, 'reset_before')
    expect((await rail.checkout.openOrder(payIn)).is).toBe('unknown')
  })

  it('is paid once its payment is captured, and not before', async () => {
    const order = await rail.checkout.openOrder(payIn)
    const id = order.is === 'done' ? order.facts : ''
    const pay = (status: string) =>
      fetch(`${fake.url}/_fake/pay`, { method: 'POST', body: JSON.stringify({ order: id, status }) })
    await pay('failed')
    await pay('authorized')
    expect(await rail.checkout.findPayments(id)).toEqual({ is: 'done', facts: [] })
    await pay('captured')
    expect(await rail.checkout.findPayments(id)).toMatchObject({
      facts: [{ kind: 'paid', orderId: id, amountPaise: 1_500_00, source: 'asha@okbank' }],
    })
    fake.fail(/payments$/, '500_before')
    expect((await rail.checkout.findPayments(id)).is).toBe('unknown')
  })
})

describe('a refund', () => {
  it('is accepted, made once for a key, and known by it', async () => {
    const order = await refundOf()
    const first = await rail.send(order)
    expect(first).toMatchObject({ is: 'pending', facts: { key: order.key, state: 'pending' } })
    expect(await rail.send(order)).toEqual(first)
    expect(count('refund')).toBe(1)
    expect(await rail.findOut(order)).toMatchObject({ is: 'done', facts: { state: 'pending' } })
    const [{ id }] = fake.state.list('refund', () => true).items as unknown as [{ id: string }]
    await fetch(`${fake.url}/_fake/refunds/${id}`, { method: 'POST', body: '{"to":"processed"}' })
    expect(await rail.findOut(order)).toMatchObject({ is: 'done', facts: { state: 'done', providerId: id } })
  })

  it.each(LOST)('whose answer was lost (%s) is unknown, and found', async (what) => {
    const order = await refundOf()
    rail = railWith({ timeoutMs: 300 })
    fake.fail(/refund$/, what)
    expect((await rail.send(order)).is).toBe('unknown')
    expect(await rail.findOut(order)).toMatchObject({ is: 'done', facts: { key: order.key } })
    expect(count('refund')).toBe(1)
  })

  it.each(NOT_DONE)('that was never made (%s) is unknown, and then known not to be', async (what) => {
    const order = await refundOf()
    fake.fail(/refund$/, what)
    expect((await rail.send(order)).is).toBe('unknown')
    expect(await rail.findOut(order)).toEqual({ is: 'done', facts: 'none' })
  })

  it('of more than was paid is refused for good, and another body under one key is asked about', async () => {
    const order = await refundOf()
    expect(await rail.send({ ...order, amountPaise: 2_000_00 })).toMatchObject({
      is: 'refused',
      retry: 'never',
    })
    await rail.send(order)
    expect((await rail.send({ ...order, amountPaise: 1_00 })).is).toBe('unknown')
  })
})

describe('a payout', () => {
  it.each([
    ['asha@okbank', 1_00_000_00, 'UPI'],
    [ACCOUNT, 5_00_000_00, 'IMPS'],
    [ACCOUNT, 5_00_000_01, 'NEFT'],
  ])('to %s of %i paise goes by %s', async (address, amount, mode) => {
    const order = payoutTo(address, amount)
    expect(await rail.send(order)).toMatchObject({ is: 'pending', facts: { key: order.key } })
    expect(fake.state.list('payout', () => true).items).toMatchObject([
      { mode, amount, reference_id: order.key, account_number: FAKE_KEYS.accountNumber },
    ])
  })

  it.each([
    ['asha@okbank', 99, 'less than one rupee'],
    ['asha@okbank', 1_00_000_01, 'it needs a bank account'],
    ['asha_rao@okbank', 100, 'that Razorpay does not take'],
  ])('to %s of %i paise is refused in words, and nobody is asked', async (address, amount, words) => {
    expect(await rail.send(payoutTo(address, amount))).toMatchObject({
      ...{ is: 'refused', retry: 'never', detail: expect.stringContaining(words) },
    })
    expect(fake.calls).toEqual([])
  })

  it.each(['Om', 'श्री गणेश', 'José D’Souza', `${'A'.repeat(60)}`, '   '])(
    'in the name of %j is taken',
    async (name) => {
      expect((await rail.send(payoutTo(ACCOUNT, 100_00, name))).is).toBe('pending')
    },
  )

  it.each([
    ['processed', { state: 'done' }],
    ['reversed', { state: 'returned', detail: 'reversed: beneficiary_bank_offline' }],
    ['failed', { state: 'failed', detail: 'failed: beneficiary_bank_offline' }],
  ])('that is %s says so, asked and by its webhook', async (to, fact) => {
    const order = payoutTo('asha@okbank')
    await rail.send(order)
    const [{ id }] = fake.state.list('payout', () => true).items as unknown as [{ id: string }]
    const reason = 'beneficiary_bank_offline'
    await fetch(`${fake.url}/_fake/payouts/${id}`, { method: 'POST', body: JSON.stringify({ to, reason }) })
    expect(await rail.findOut(order)).toMatchObject({ is: 'done', facts: fact })
    const event = fake.takeEvents().at(-1)
    expect(rail.readWebhook(Buffer.from(event?.body ?? ''), event?.headers ?? {})).toMatchObject({
      facts: [{ kind: 'out', key: order.key, ...fact }],
    })
  })

  it.each([...LOST, ...NOT_DONE])(
    'whose answer was lost (%s) is unknown; again, it is paid once',
    async (what) => {
      const order = payoutTo('asha@okbank')
      rail = railWith({ timeoutMs: 300 })
      fake.fail(/^POST \/v1\/payouts$/, what)
      expect((await rail.send(order)).is).toBe('unknown')
      const answer = await rail.findOut(order)
      expect(answer).toMatchObject({ is: 'done' })
      if (answer.is === 'done' && answer.facts === 'none') await rail.send(order)
      expect(count('payout')).toBe(1)
    },
  )

  it('from an empty account is not made, and counts as no try', async () => {
    fake.state.balance = 100
    expect(await rail.send(payoutTo('asha@okbank'))).toMatchObject({ is: 'refused', retry: 'config' })
    expect(count('payout')).toBe(0)
  })

  it('with a wrong key, or too often, is not made', async () => {
    fake.fail(/payouts$/, '429')
    expect(await rail.send(payoutTo('asha@okbank'))).toMatchObject({ is: 'refused', retry: 'later' })
    const stranger = railWith({ keySecret: 'another-secret' })
    const answer = await stranger.send(payoutTo('asha@okbank'))
    expect(answer).toMatchObject({ is: 'refused', retry: 'config' })
    expect(JSON.stringify(answer)).not.toContain('another-secret')
    // a question that is refused says nothing about the order
    expect((await stranger.findOut(payoutTo('asha@okbank'))).is).toBe('unknown')
  })

  it('on a full page without it is not known to be missing', async () => {
    for (let i = 0; i < 100; i += 1)
      fake.state.add('rfnd', 'refund', { payment_id: 'pay_1', receipt: `other ${i}`, status: 'processed' })
    const order: OutOrder = { key: 'k', amountPaise: 100, how: { by: 'refund', paymentId: 'pay_1' } }
    expect((await rail.findOut(order)).is).toBe('unknown')
  })
})

describe('what is signed', () => {
  it('a return is the payer’s of this order, and nobody else’s', async () => {
    const paymentId = 'pay_1'
    const signature = returnSignature('order_1', paymentId)
    const isReturn = (orderId: string, over = {}) =>
      rail.checkout.isReturn?.(orderId, { paymentId, signature, ...over })
    expect(isReturn('order_1')).toBe(true)
    expect([
      isReturn('order_2'),
      isReturn('order_1', { paymentId: 'pay_2' }),
      isReturn('order_1', { signature: signature.slice(1) }),
      isReturn('order_1', { signature: '' }),
    ]).toEqual([false, false, false, false])
  })

  it('while a secret is changed, both are taken; afterwards the old one is forged', async () => {
    await rail.send(payoutTo('asha@okbank'))
    const [event] = fake.takeEvents(FAKE_KEYS.oldWebhookSecret)
    const readBy = (webhookSecrets: string[]) =>
      railWith({ webhookSecrets }).readWebhook(Buffer.from(event?.body ?? ''), event?.headers ?? {}).is
    expect(readBy([FAKE_KEYS.webhookSecret, FAKE_KEYS.oldWebhookSecret])).toBe('facts')
    expect(readBy([FAKE_KEYS.webhookSecret])).toBe('forged')
  })
})

describe('the settlements of a day', () => {
  const DAY = '2026-11-21'
  /** The last second of that day in India. */
  const NIGHT = Date.parse('2026-11-21T18:29:59Z') / 1_000
  const settle = async () => {
    fake.state.now = () => NIGHT
    const answer = await fetch(`${fake.url}/_fake/settle`, { method: 'POST' })
    return (await answer.json()) as { id: string; utr: string }
  }

  it('name each payment and refund with its fee, the tax in it, and the transfer to the bank', async () => {
    const order = await refundOf()
    await rail.send(order)
    const { id: settlementId, utr: settlementUtr } = await settle()
    const paymentId = order.how.by === 'refund' ? order.how.paymentId : ''
    const [refund] = fake.state.list('refund', () => true).items
    const [payment] = fake.state.list('payment', () => true).items
    const line = { settlementId, settlementUtr }
    expect(await rail.movements(DAY)).toEqual({
      is: 'done',
      facts: [
        {
          ...{
            ...line,
            id: paymentId,
            type: 'payment',
            orderId: payment?.order_id,
            paymentId: null,
            disputeId: null,
            amountPaise: 1_500_00,
          },
          ...{ debitPaise: 0, creditPaise: 1_464_60, feePaise: 35_40, taxPaise: 5_40 },
        },
        {
          ...{
            ...line,
            id: refund?.id,
            type: 'refund',
            orderId: null,
            paymentId,
            disputeId: null,
            amountPaise: 500_00,
          },
          ...{ debitPaise: 500_00, creditPaise: 0, feePaise: 0, taxPaise: 0 },
        },
      ],
    })
  })

  it('are those of the Indian day alone, and settled once', async () => {
    await paidPayment()
    await settle()
    await settle()
    const days = ['2026-11-20', DAY, '2026-11-22']
    const answers = await Promise.all(days.map((day) => rail.movements(day)))
    expect(answers.map((answer) => answer.is === 'done' && answer.facts.length)).toEqual([0, 1, 0])
  })

  const addLines = (number: number, fields: object = {}) => {
    fake.state.now = () => NIGHT
    for (let n = 0; n < number; n += 1)
      fake.state.add('recon', 'recon', {
        ...{ entity_id: `adj_${n}`, type: 'adjustment', currency: 'INR', settled: true, settled_at: NIGHT },
        ...{ amount: 1, debit: 0, credit: 1, fee: 0, tax: 0, ...fields },
      })
  }
  const RECON = /recon\/combined$/

  it.each([999, 1_000, 1_001, 2_500])('are all of them: %i', async (number) => {
    addLines(number)
    const answer = await rail.movements(DAY)
    const ids = answer.is === 'done' ? answer.facts.map(({ id }) => id) : []
    expect(ids).toEqual(Array.from({ length: number }, (_, n) => `adj_${n}`))
  })

  it('are no answer when a later page does not come', async () => {
    addLines(1_500)
    let pages = 0
    fake.mood = () => (++pages === 2 ? '500_before' : 'none')
    expect((await rail.movements(DAY)).is).toBe('unknown')
    fake.fail(RECON, '429')
    // a question that is refused says nothing of what has happened
    expect((await rail.movements(DAY)).is).toBe('unknown')
  })

  it.each<[string, object, object]>([
    ['of a kind that is not documented', { type: 'levy' }, { is: 'done', facts: [{ type: 'other' }] }],
    ['that is not settled', { settled: false }, { is: 'done', facts: [] }],
    ['in another currency', { currency: 'USD' }, { is: 'unknown' }],
    ['with a part of a paisa', { credit: 0.5 }, { is: 'unknown' }],
  ])('with a line %s', async (_name, fields, answer) => {
    addLines(1, fields)
    expect(await rail.movements(DAY)).toMatchObject(answer)
  })
})
