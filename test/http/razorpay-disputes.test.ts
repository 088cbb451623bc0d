/** Disputes as Razorpay tells of them, over the pretended provider: signed, before the payment itself, and from beginning to end. */
import { afterAll, expect, test } from 'vitest'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import type { SignedEvent } from '#test/support/fakes/fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Pair } from '#test/support/people.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const { keyId, keySecret, accountNumber, webhookSecret } = FAKE_KEYS
const razorpay = new RazorpayRail(
  { keyId, keySecret, accountNumber, webhookSecrets: [webhookSecret], baseUrl: fake.url },
  'Amanat',
)
const settings = { ...testSettings, provider: 'razorpay' }
const app = useApp({
  settings,
  rails: new Map<string, Rail>([['razorpay', razorpay]]),
  payoutRails: [razorpay],
})

const { query } = app
const balance = async (code: string) =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)
const control = async (path: string, body: unknown) =>
  (await fetch(`${fake.url}/_fake/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
const deliver = (events: readonly SignedEvent[]) => deliverEvents(app, 'razorpay', events)

/** Paid at the provider; nothing of it was delivered yet. */
async function paid(): Promise<{ readonly pair: Pair; readonly paymentId: string }> {
  const pair = await agreedGoods(app)
  const { id, checkout_url } = await dueOf(app, pair)
  await app.call('GET', checkout_url)
  const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
  const { razorpay_payment_id: paymentId } = await control('pay', { order: row.provider_order_id })
  return { pair, paymentId }
}
const stateOf = async ({ formPk }: Pair) => {
  const [deal] = await query('select status, frozen_since is not null as frozen from deal where id = $1', [
    formPk,
  ])
  return [deal.status, deal.frozen]
}

test('a dispute that comes before its payment funds the deal and stops it; lost, nobody is paid', async () => {
  const { pair, paymentId } = await paid()
  const { id } = await control('disputes', { payment: paymentId })
  const events = fake.takeEvents().toReversed()
  expect(events.map(({ event }) => event)[0]).toBe('payment.dispute.created')
  expect(new Set(await deliver(events))).toEqual(new Set([200]))
  expect(await stateOf(pair)).toEqual(['funded', true])
  await control(`disputes/${id}`, { to: 'under_review' })
  await control(`disputes/${id}`, { to: 'lost' })
  await deliver(fake.takeEvents().toReversed())
  expect(await stateOf(pair)).toEqual(['refunded', false])
  expect((await look(app, pair.payer, pair.formPk)).payouts).toEqual([])
  expect(await balance(`receivable:${pair.payer.id}`)).toBe(0)
  expect(await app.verify()).toEqual([])
})

test('won: what was taken at once is in the books until it is given back, and the deal goes on', async () => {
  const { pair, paymentId } = await paid()
  await deliver(fake.takeEvents())
  const before = await balance('gateway:razorpay')
  const { id } = await control('disputes', { payment: paymentId, isDeducted: true })
  await deliver(fake.takeEvents())
  expect(await balance('gateway:razorpay')).toBe(before + 150_000)
  expect(await balance(`receivable:${pair.payer.id}`)).toBe(-150_000)
  await control(`disputes/${id}`, { to: 'action_required' })
  await control(`disputes/${id}`, { to: 'won' })
  const events = fake.takeEvents()
  expect(new Set(await deliver([...events, ...events]))).toEqual(new Set([200]))
  expect(await stateOf(pair)).toEqual(['funded', false])
  expect(await balance('gateway:razorpay')).toBe(before)
  expect(await app.verify()).toEqual([])
})

test('forged, it stops nothing', async () => {
  const { pair, paymentId } = await paid()
  await deliver(fake.takeEvents())
  await control('disputes', { payment: paymentId })
  expect(await deliver(fake.takeEvents('another secret'))).toEqual([401])
  expect(await stateOf(pair)).toEqual(['funded', false])
})
