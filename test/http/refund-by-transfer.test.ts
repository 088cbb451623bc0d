/** A refund that the provider cannot make goes to a target of its payer, once two Admins agree, and is paid once. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { setTarget } from '#test/support/payout-targets.ts'
import { look, type Pair, take, teammate } from '#test/support/people.ts'
import { useRoute } from '#test/support/route.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const rail = new RazorpayRail(
  {
    ...{ keyId: FAKE_KEYS.keyId, keySecret: FAKE_KEYS.keySecret, accountNumber: FAKE_KEYS.accountNumber },
    ...{ webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url },
  },
  'Amanat',
)
const sandbox = new SandboxRail('test-secret')
const rails = new Map<string, Rail>([
  ['razorpay', rail],
  ['sandbox', sandbox],
])
const settings = { ...testSettings, provider: 'razorpay' }
const app = useApp({ settings, rails, sandbox, payoutRails: [rail, sandbox] })
beforeEach(() => void fake.takeEvents())

const { query } = app
const runPayouts = async () => {
  await query(
    `update payout set next_try_at = clock_timestamp() where status in ('queued', 'sent', 'failed')`,
  )
  await app.runJobs()
}
const deliver = (times = 1) =>
  deliverEvents(
    app,
    'razorpay',
    fake.takeEvents().flatMap((event) => Array.from({ length: times }, () => event)),
  )
const payoutOf = async ({ formPk }: Pair) =>
  (await query('select * from payout where deal_id = $1', [formPk]))[0]
const atFake = (entity: 'refund' | 'payout') => fake.state.list(entity, () => true).items

/** Paid, and called off: the refund waits to be sent. */
async function owed(): Promise<{ pair: Pair; paymentId: string }> {
  const pair = await agreedGoods(app)
  const { id, checkout_url } = await dueOf(app, pair)
  await app.call('GET', checkout_url)
  const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
  const paymentId = fake.pay(row.provider_order_id)
  await deliver()
  await take(app, pair.payee, pair.formPk, 'cancel')
  return { pair, paymentId }
}
const refundOf = (paymentId: string) =>
  fake.state.list('refund', ({ payment_id }) => payment_id === paymentId).items[0]
async function refused(times = 1): Promise<Pair> {
  const { pair, paymentId } = await owed()
  await runPayouts()
  fake.takeEvents()
  fake.endRefund(refundOf(paymentId)?.id ?? '', 'failed')
  await deliver(times)
  return pair
}
const approve = async (id: string) => {
  const admin = await teammate(app, 'Admin')
  return app.call('POST', `/api/admin/payouts/${id}/release-hold`, { token: admin.token })
}

describe('a refund that failed at the provider', () => {
  test('waits for a target of its payer, and both they and the team are told', async () => {
    const pair = await refused()
    expect(await payoutOf(pair)).toMatchObject({
      ...{ status: 'held', held_because: ['no_target'], by_transfer: true, by_hand: false, generation: 2 },
    })
    const { payouts } = await look(app, pair.payer, pair.formPk)
    expect(payouts).toMatchObject([{ status: 'held', held_because: ['no_target'] }])
    const mails = await new Mailbox(app).all(pair.payer.email)
    expect(mails.some(({ text }) => text.includes('could not go back to the account you paid from'))).toBe(
      true,
    )
    expect(await app.verify()).toEqual([])
  })

  test('goes there once two Admins agree, by one payout, and is paid once', async () => {
    const pair = await refused()
    const { id } = await payoutOf(pair)
    const { status } = await setTarget(app, pair.payer, {
      kind: 'upi',
      upi_id: 'asha@okbank',
      password: 'Amanat@2026',
    })
    expect(status).toBe(200)
    await app.advance('P2D')
    await app.runJobs()
    expect((await payoutOf(pair)).held_because).toContain('four_eyes')
    await runPayouts()
    const before = atFake('payout').length
    await approve(id)
    expect((await payoutOf(pair)).status).toBe('held')
    await approve(id)
    expect((await payoutOf(pair)).status).toBe('queued')
    await runPayouts()
    expect(atFake('payout').length).toBe(before + 1)
    const [payout] = atFake('payout')
    fake.endPayout(payout?.id ?? '', { to: 'processed' })
    await deliver(3)
    expect(await payoutOf(pair)).toMatchObject({ status: 'paid', amount_paise: 150_000 })
    expect(await app.verify()).toEqual([])
  })

  test('told three times and asked about at the same time, it turns once', async () => {
    const { pair, paymentId } = await owed()
    await runPayouts()
    fake.takeEvents()
    fake.endRefund(refundOf(paymentId)?.id ?? '', 'failed')
    await Promise.all([deliver(3), runPayouts(), runPayouts()])
    await runPayouts()
    expect(await payoutOf(pair)).toMatchObject({ status: 'held', by_transfer: true, generation: 2 })
    expect(fake.state.list('refund', ({ payment_id }) => payment_id === paymentId).count).toBe(1)
    expect(await app.verify()).toEqual([])
  })

  test('a report that comes late, that it went after all, books nothing and sends nothing', async () => {
    const { pair, paymentId } = await owed()
    await runPayouts()
    fake.takeEvents()
    fake.endRefund(refundOf(paymentId)?.id ?? '', 'failed')
    await deliver()
    fake.endRefund(refundOf(paymentId)?.id ?? '', 'processed')
    await deliver()
    expect(await payoutOf(pair)).toMatchObject({ status: 'held', by_transfer: true })
    expect(await app.verify()).toEqual([])
  })
})

test('a payment older than 170 days is not asked back from the provider', async () => {
  const { pair, paymentId } = await owed()
  await query(`update deposit set at = at - interval '171 days' where provider_payment_id = $1`, [paymentId])
  await runPayouts()
  expect(refundOf(paymentId)).toBeUndefined()
  expect(await payoutOf(pair)).toMatchObject({ status: 'held', by_transfer: true, generation: 1 })
})

test('one that was never taken is not turned: it may be a mistake of ours', async () => {
  const { pair, paymentId } = await owed()
  const payment = fake.state.find(paymentId, 'payment')
  payment.captured = false
  payment.status = 'authorized'
  await runPayouts()
  expect(await payoutOf(pair)).toMatchObject({ by_transfer: false, status: 'review' })
})

test('the database refuses to turn one whose refund may still be paid', async () => {
  const { pair } = await owed()
  await runPayouts()
  const { id } = await payoutOf(pair)
  await expect(query('update payout set by_transfer = true where id = $1', [id])).rejects.toThrow(
    'its refund may still be paid',
  )
})

describe('where the provider holds the money of deals', () => {
  const route = useRoute(fake)

  test('a person pays it by hand', async () => {
    const deal = await route.funded()
    await take(route.app, deal.pair.payee, deal.pair.formPk, 'cancel')
    await route.runHolds()
    await route.runPayouts()
    fake.takeEvents()
    fake.endRefund(refundOf(deal.paymentId)?.id ?? '', 'failed')
    await route.deliver()
    const [row] = await route.query('select * from payout where deal_id = $1', [deal.pair.formPk])
    expect(row).toMatchObject({ status: 'held', by_transfer: true, by_hand: true })
    expect(row.code).toMatch(/^PY/)
    expect(await route.app.verify()).toEqual([])
  })
})
