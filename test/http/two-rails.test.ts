/** PAYMENTS=upi,sandbox: each pay-in and payout keeps its own provider, and pretended money pays for nothing real. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { bringTo, look, offerServices, pay, take } from '#test/support/people.ts'
import { upiAndSandbox } from '#test/support/rails.ts'

const settings = { ...testSettings, provider: 'sandbox' }
/** The operator takes UPI from now on. */
const goLive = (): void => void Object.assign(settings, { provider: 'upi' })
const app = useApp({ settings, ...upiAndSandbox('personal') }, 'test')

const { query } = app
const report = (reference: string) => {
  const payment = { id: randomUUID(), reference, amount_paise: 150_000, source: 'x@y' }
  const payload = JSON.stringify({ event_id: randomUUID(), type: 'payment.succeeded', payment })
  const headers = { 'content-type': 'application/json', [SIGNATURE]: signature('test-secret', payload) }
  return app.call('POST', '/api/payments/webhooks/sandbox', { body: payload, headers })
}

test('the payer is told the operator’s own UPI id, and the sandbox cannot pay for it', async () => {
  goLive()
  const pair = await agreedGoods(app)
  const due = await dueOf(app, pair)
  expect(due).toMatchObject({
    ...{ payee_vpa: 'amanat@okbank', payee_name: 'Amanat' },
    upi_url: `upi://pay?pa=amanat@okbank&pn=Amanat&tn=${due.reference}&am=1500.00&cu=INR`,
  })
  expect((await app.call('GET', due.qr_url)).status).toBe(200)
  for (const outcome of ['succeed', 'twice', 'late', 'fail'])
    expect((await app.call('POST', `/api/sandbox/payments/${due.id}/${outcome}`)).status).toBe(409)
  expect((await report(due.reference)).status).toBe(200)
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
  expect(await query(`select kind, pay_in_id from deposit`)).toEqual([{ kind: 'unknown', pay_in_id: null }])
  expect(await app.verify()).toEqual([])
})

test('money that came by the sandbox leaves by it, whatever people pay by today', async () => {
  Object.assign(settings, { provider: 'sandbox' })
  const pair = await offerServices(app)
  await bringTo(app, pair, 'funded')
  const refunded = await agreedGoods(app)
  await pay(app, refunded.payer, refunded.formPk)
  goLive()
  await take(app, pair.payee, pair.formPk, 'start')
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done' })
  await take(app, pair.payer, pair.formPk, 'release')
  await take(app, refunded.payee, refunded.formPk, 'cancel')
  await app.runJobs()
  expect(await query(`select purpose, provider, by_hand, status from payout order by purpose`)).toEqual([
    { purpose: 'refund', provider: 'sandbox', by_hand: false, status: 'paid' },
    { purpose: 'release', provider: 'sandbox', by_hand: false, status: 'paid' },
  ])
  expect(await app.verify()).toEqual([])
})

test('a payout of money that came by UPI waits for the hand that makes it', async () => {
  Object.assign(settings, { provider: 'sandbox' })
  const pair = await agreedGoods(app)
  await pay(app, pair.payer, pair.formPk)
  // as if the statement had shown it
  await query(`update deposit set provider = 'upi'`)
  await take(app, pair.payee, pair.formPk, 'cancel')
  await app.runJobs()
  expect(await query(`select provider, by_hand, status from payout`)).toEqual([
    { provider: 'upi', by_hand: true, status: 'queued' },
  ])
  // anybody may play the sandbox's bank, and with pretended money alone
  const [{ id }] = await query('select id from payout')
  expect((await app.call('POST', `/api/sandbox/payouts/${id}/return`)).status).toBe(404)
})

test('a pay-in whose provider is there no more gives way to another', async () => {
  goLive()
  const pair = await agreedGoods(app)
  await query(
    `insert into pay_in (id, deal_id, party, user_id, purpose, provider, amount_paise, reference, created_at)
     values ('old', $1, 'payer', $2, 'amount', 'gone', 150000, 'TDOLD', now())`,
    [pair.formPk, pair.payer.id],
  )
  const due = await dueOf(app, pair)
  expect(due.payee_vpa).toBe('amanat@okbank')
  expect(await query('select provider, status from pay_in order by provider')).toEqual([
    { provider: 'gone', status: 'failed' },
    { provider: 'upi', status: 'open' },
  ])
})
