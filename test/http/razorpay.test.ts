/** What is Razorpay's alone; the rest is in checkout-rails.test.ts, for every provider. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import type { SignedEvent } from '#test/support/fakes/fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay, returnSignature } from '#test/support/fakes/razorpay/server.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Pair, take } from '#test/support/people.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const razorpay = new RazorpayRail(
  {
    ...{ keyId: FAKE_KEYS.keyId, keySecret: FAKE_KEYS.keySecret, accountNumber: FAKE_KEYS.accountNumber },
    ...{ webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url },
  },
  'Amanat',
)
const sandbox = new SandboxRail('test-secret')
const rails = new Map<string, Rail>([
  ['razorpay', razorpay],
  ['sandbox', sandbox],
])
const settings = { ...testSettings, provider: 'razorpay' }
const app = useApp({ settings, rails, sandbox, payoutRails: [razorpay, sandbox] })
beforeEach(async () => {
  // those of the tests before
  await query('update pay_in set next_try_at = null')
  fake.takeEvents()
  fake.calls.length = 0
})

const { query } = app
const control = async (path: string, body: unknown) =>
  (await fetch(`${fake.url}/_fake/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()

const deliver = (events: readonly SignedEvent[]) => deliverEvents(app, 'razorpay', events)
/** What is due is due now. */
const askAboutPayIns = async () => {
  await query('update pay_in set next_try_at = clock_timestamp() where next_try_at is not null')
  const context = { runInTransaction: app.db.runInTransaction, settings, rails }
  return runBatch(payInQueue(context), quietLog)
}
const runPayouts = async () => {
  await query(
    `update payout set next_try_at = clock_timestamp() where status in ('queued', 'sent', 'failed')`,
  )
  await app.runJobs()
}

interface OpenOrder {
  readonly pair: Pair
  readonly payInId: string
  readonly orderId: string
}
async function openOrder(): Promise<OpenOrder> {
  const pair = await agreedGoods(app)
  const { id, checkout_url } = await dueOf(app, pair)
  const page = await app.call('GET', checkout_url)
  if (page.status !== 200) throw new Error(`the checkout said ${page.status}`)
  const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
  return { pair, payInId: id, orderId: row.provider_order_id }
}
async function fundedDeal(): Promise<OpenOrder & { readonly paymentId: string }> {
  const open = await openOrder()
  const { razorpay_payment_id: paymentId } = await control('pay', { order: open.orderId })
  await deliver(fake.takeEvents())
  return { ...open, paymentId }
}
const statusOf = async ({ pair }: OpenOrder) => (await look(app, pair.payer, pair.formPk)).status
const payouts = (formPk: string) =>
  query('select status, provider_ref, refund_of from payout where deal_id = $1 order by created_at, status', [
    formPk,
  ])

describe('paying', () => {
  test('a pay-in names the checkout and no address; the order is opened on its page, once', async () => {
    const pair = await agreedGoods(app)
    const due = await dueOf(app, pair)
    expect(due).toMatchObject({
      ...{ payee_vpa: null, upi_url: null, qr_url: null, payee_name: 'Amanat' },
      checkout_url: `/api/payments/${due.id}/checkout`,
    })
    expect((await app.call('GET', `/api/payments/${due.id}/qr.svg`)).status).toBe(404)
    expect(fake.calls).toEqual([])
    const pages = await Promise.all([1, 2, 3].map(() => app.call('GET', `${due.checkout_url}?locale=hi`)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    const [{ provider_order_id }] = await query('select provider_order_id from pay_in where id = $1', [
      due.id,
    ])
    const again = await app.call('GET', due.checkout_url)
    expect(again.body).toContain(`&quot;session&quot;:&quot;${provider_order_id}&quot;`)
    expect(again.body).not.toContain(FAKE_KEYS.keySecret)
    expect(fake.state.list('order', ({ receipt }) => receipt === due.reference).count).toBe(1)
  })

  test('its page runs one script of ours and the provider’s, and sends nowhere else', async () => {
    const pair = await agreedGoods(app)
    const page = await app.call('GET', (await dueOf(app, pair)).checkout_url)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+' http/)
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|'self'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test('what is not there is not found, and what is paid leads back to the deal', async () => {
    expect((await app.call('GET', '/api/payments/none/checkout')).status).toBe(404)
    const deal = await fundedDeal()
    const page = await app.call('GET', `/api/payments/${deal.payInId}/checkout?locale=hi`)
    expect([page.status, page.body.match(/url=([^"]+)/)?.[1]]).toEqual([200, `/hi/deals/${deal.pair.formPk}`])
    expect(page.body).not.toContain('<script')
  })

  test('while the provider is away the page says so, and opens once it is back', async () => {
    const pair = await agreedGoods(app)
    const { checkout_url, reference } = await dueOf(app, pair)
    fake.fail(/orders$/, '500_before', 2)
    const page = await app.call('GET', checkout_url)
    expect([page.status, page.headers['retry-after']]).toEqual([503, '60'])
    expect((await app.call('GET', checkout_url)).status).toBe(200)
    expect(fake.state.list('order', ({ receipt }) => receipt === reference).count).toBe(1)
  })
})

describe('what is heard of a payment', () => {
  test('one that nobody pays is asked about for three days and no longer', async () => {
    const open = await openOrder()
    await query('update pay_in set tries = 83 where id = $1', [open.payInId])
    await askAboutPayIns()
    expect(await query('select next_try_at from pay_in where id = $1', [open.payInId])).toEqual([
      { next_try_at: null },
    ])
  })

  const waitOf = async ({ payInId }: OpenOrder): Promise<number> =>
    (
      await query(
        'select extract(epoch from next_try_at - clock_timestamp())::float8 as wait from pay_in where id = $1',
        [payInId],
      )
    )[0].wait

  test('one that may be paid at this moment is asked about within three minutes, and again from its page on', async () => {
    const open = await openOrder()
    expect(await waitOf(open)).toBeLessThanOrEqual(60)
    for (let n = 0; n < 12; n += 1) {
      await askAboutPayIns()
      const wait = await waitOf(open)
      expect([wait > 120, wait <= 150]).toEqual([true, true])
    }
    await askAboutPayIns()
    expect(await waitOf(open)).toBeGreaterThan(3_500)
    const { checkout_url } = await dueOf(app, open.pair)
    expect((await app.call('GET', checkout_url)).status).toBe(200)
    expect(await waitOf(open)).toBeLessThanOrEqual(60)
    await askAboutPayIns()
    expect(await waitOf(open)).toBeLessThanOrEqual(150)
  })
})

describe('what is heard besides', () => {
  test('a payer who comes back is a reason to ask: the signature alone funds nothing', async () => {
    const open = await openOrder()
    const comeBack = (body: unknown) =>
      app.call('POST', `/api/payments/${open.payInId}/return`, {
        body,
        headers: { 'content-type': 'application/json' },
      })
    const signed = (paymentId: string) => ({
      ...{ payment_id: paymentId, signature: returnSignature(open.orderId, paymentId) },
    })
    expect((await comeBack({ payment_id: 'pay_1', signature: 'a'.repeat(64) })).status).toBe(401)
    expect((await comeBack({})).status).toBe(400)
    expect((await comeBack(signed('pay_that_is_none'))).status).toBe(200)
    expect(await statusOf(open)).toBe('agreed')
    const { razorpay_payment_id } = await control('pay', { order: open.orderId })
    expect((await comeBack(signed(razorpay_payment_id))).status).toBe(200)
    expect(await statusOf(open)).toBe('funded')
  })

  test('money of an order that is not ours waits in suspense, and pretended money pays for nothing here', async () => {
    const open = await openOrder()
    const order = fake.state.add('order', 'order', { amount: 150_000, status: 'created', attempts: 0 })
    await control('pay', { order: order.id })
    await deliver(fake.takeEvents())
    expect((await app.call('POST', `/api/sandbox/payments/${open.payInId}/succeed`)).status).toBe(409)
    expect(await statusOf(open)).toBe('agreed')
    const strays = await query(`select pay_in_id from deposit where kind = 'unknown'`)
    expect(strays).toEqual([{ pay_in_id: null }])
    expect(await app.verify()).toEqual([])
  })

  test('money for what is not due any more goes back to its payment', async () => {
    const open = await openOrder()
    await query(`update pay_in set status = 'closed' where id = $1`, [open.payInId])
    const { razorpay_payment_id } = await control('pay', { order: open.orderId })
    await deliver(fake.takeEvents())
    await runPayouts()
    expect(
      fake.state.list('refund', ({ payment_id }) => payment_id === razorpay_payment_id).items,
    ).toMatchObject([{ amount: 150_000, status: 'pending' }])
  })
})

describe('paying out', () => {
  async function released() {
    const deal = await fundedDeal()
    const { payer, payee } = deal.pair
    const parcel = { courier: 'delhivery', tracking_number: '12345678901' }
    await take(app, payee, deal.pair.formPk, 'ship', parcel)
    await take(app, payee, deal.pair.formPk, 'deliver', { note: 'Done as agreed', file_ids: [] })
    await take(app, payer, deal.pair.formPk, 'release')
    fake.takeEvents()
    return deal
  }

  test('waits for an empty account without a try, and goes when there is money', async () => {
    const { pair } = await released()
    const { balance } = fake.state
    fake.state.balance = 0
    for (let i = 0; i < 7; i += 1) await runPayouts()
    expect(await payouts(pair.formPk)).toMatchObject([{ status: 'failed' }])
    fake.state.balance = balance
    await runPayouts()
    expect(await payouts(pair.formPk)).toMatchObject([{ status: 'sent' }])
  })
})
