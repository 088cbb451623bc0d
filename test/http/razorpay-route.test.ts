/** Money of deals that Razorpay holds in the payee's name: held with the order, let go or taken back when the deal ends. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { providerHoldQueue } from '#server/jobs/provider-holds.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { agreedGoods } from '#test/support/money.ts'
import { look, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { type RoutePaid, useRoute } from '#test/support/route.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const world = useRoute(fake)
const { app, query, runHolds, runPayouts, deliver, funded, delivered, holdOf, payoutsOf, transferOf } = world
beforeEach(async () => {
  await query('update pay_in set next_try_at = null')
  await query('update provider_hold set next_try_at = null')
  await query('update linked_account set next_try_at = null')
  fake.takeEvents()
  Object.assign(fake.faults, { length: 0 })
  fake.calls.length = 0
  fake.state.failing = 0
})

const HELD = 142_500
const release = async ({ pair }: RoutePaid) => take(app, pair.payer, pair.formPk, 'release')
/** The seller calls it off before anything was sent: all goes back. */
const cancel = ({ pair }: { pair: Pair }) => take(app, pair.payee, pair.formPk, 'cancel')
const reversalsOf = async (paid: RoutePaid) => {
  const { id } = await transferOf(paid)
  return fake.state
    .list('reversal', ({ transfer_id }) => transfer_id === id)
    .items.map(({ amount }) => amount)
}
const refundsOf = ({ paymentId }: RoutePaid) =>
  fake.state.list('refund', ({ payment_id }) => payment_id === paymentId).items.map(({ amount }) => amount)
const sound = async () => expect(await app.verify()).toEqual([])
/** The silence after which a call that shows nowhere is made again. */
const later = () =>
  query(`update provider_hold_step set sent_at = sent_at - interval '11 minutes' where state = 'sent'`)

describe('a deal whose money Razorpay holds', () => {
  test('the order asks for the payee’s part on hold, and the books have it there', async () => {
    const before = await world.balance('gateway:razorpay-hold')
    const deal = await funded()
    expect(await transferOf(deal)).toMatchObject({
      amount: HELD,
      on_hold: true,
      settlement_status: 'on_hold',
    })
    expect(await holdOf(deal)).toMatchObject({ state: 'held', keep_paise: null, ready_at: null })
    expect(await world.balance('gateway:razorpay-hold')).toBe(before - HELD)
    expect(await world.statusOf(deal)).toBe('funded')
    await sound()
  })

  test('a release lets it go, and is paid when it has left for the bank', async () => {
    const deal = await delivered()
    await release(deal)
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['provider_hold'] }])
    await runHolds()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'queued', paise: HELD }])
    await runPayouts()
    expect(await transferOf(deal)).toMatchObject({ on_hold: false })
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'sent' }])
    fake.settleTransfers()
    await runPayouts()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'paid' }])
    expect(fake.calls.filter((call) => call.startsWith('PATCH /v1/transfers'))).toHaveLength(1)
    expect(fake.state.list('payout', () => true).count).toBe(0)
    await sound()
  })

  test('a refund waits until it is back, and then goes to the payer', async () => {
    const deal = await funded()
    await cancel(deal)
    expect(await payoutsOf(deal)).toMatchObject([
      { party: 'payer', status: 'held', held_because: ['provider_hold'] },
    ])
    await runHolds()
    expect(await reversalsOf(deal)).toEqual([HELD])
    await runPayouts()
    expect(refundsOf(deal)).toEqual([150_000])
    await sound()
  })

  test('pressed twice, each is done once', async () => {
    const deal = await delivered()
    const path = `/api/deals/${deal.pair.formPk}/actions/release`
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', path, { token: deal.pair.payer.token, body: {} })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    if (answers.every(({ status }) => status !== 200)) await release(deal)
    await Promise.all([runHolds(), runHolds()])
    await Promise.all([runPayouts(), runPayouts()])
    fake.settleTransfers()
    await runPayouts()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'paid' }])
    expect(await reversalsOf(deal)).toEqual([])
    await sound()
  })
})

describe('how a deal is split', () => {
  /** As a decision of the team leaves it: written as settleHold does, which has tests of its own. */
  async function endsWith(keepPaise: number): Promise<RoutePaid> {
    const deal = await funded()
    await query('update provider_hold set keep_paise = $2, next_try_at = now() where id = $1', [
      deal.payInId,
      keepPaise,
    ])
    await runHolds()
    return deal
  }

  test.each([
    ['nothing to the payee', 0, [HELD]],
    ['one paisa to the payee', 1, [HELD - 1]],
    ['a half', 71_250, [71_250]],
    ['all', HELD, []],
  ])('%s', async (_name, keep, reversals) => {
    const deal = await endsWith(keep)
    expect(await reversalsOf(deal)).toEqual(reversals)
    expect((await holdOf(deal)).ready_at).not.toBeNull()
    await sound()
  })

  test('one paisa to the payer is below what can be moved: all goes back and the rest comes again', async () => {
    const deal = await endsWith(HELD - 1)
    expect(fake.state.list('reversal', ({ amount }) => amount === HELD).count).toBeGreaterThan(0)
    expect(await transferOf(deal)).toMatchObject({ amount: HELD - 1, on_hold: true, source: deal.paymentId })
    await sound()
  })
})

describe('answers that are lost', () => {
  test.each(['500_after', 'reset_after', 'html_after'] as const)(
    'a reversal (%s) is asked about and not made again',
    async (what) => {
      const deal = await funded()
      await cancel(deal)
      fake.fail(/reversals$/, what)
      await runHolds()
      expect((await holdOf(deal)).ready_at).toBeNull()
      await runHolds()
      expect(await reversalsOf(deal)).toEqual([HELD])
      expect((await holdOf(deal)).ready_at).not.toBeNull()
      await sound()
    },
  )

  test.each(['500_before', 'reset_before'] as const)(
    'a reversal that never came there (%s) is made again after ten minutes, and not before',
    async (what) => {
      const deal = await funded()
      await cancel(deal)
      fake.fail(/reversals$/, what)
      for (let n = 0; n < 4; n += 1) await runHolds()
      expect(await reversalsOf(deal)).toEqual([])
      await later()
      await runHolds()
      expect(await reversalsOf(deal)).toEqual([HELD])
      await sound()
    },
  )

  test('a process that died before its call goes on as after a lost answer', async () => {
    const deal = await funded()
    await cancel(deal)
    await query(
      `insert into provider_hold_step (hold_id, n, call, amount_paise, state, sends, sent_at)
       values ($1, 1, 'reverse', $2, 'sent', 1, now())`,
      [deal.payInId, HELD],
    )
    await runHolds()
    expect(await reversalsOf(deal)).toEqual([])
    await later()
    await runHolds()
    expect(await reversalsOf(deal)).toEqual([HELD])
    expect((await holdOf(deal)).ready_at).not.toBeNull()
  })

  test.each(['500_after', 'reset_before', '500_before', 'silence_after'] as const)(
    'letting go (%s) is asked about, and said again where it was not heard',
    async (what) => {
      const deal = await delivered()
      await release(deal)
      await runHolds()
      fake.fail(/PATCH \/v1\/transfers/, what)
      await runPayouts()
      expect(await payoutsOf(deal)).toMatchObject([{ status: 'sent' }])
      for (let n = 0; n < 3; n += 1) await runPayouts()
      expect(await transferOf(deal)).toMatchObject({ on_hold: false })
      fake.settleTransfers()
      await runPayouts()
      expect(await payoutsOf(deal)).toMatchObject([{ status: 'paid' }])
      expect(await query(`select generation from payout where deal_id = $1`, [deal.pair.formPk])).toEqual([
        { generation: 1 },
      ])
      await sound()
    },
  )

  test('released and never settled, it ends with the team and not in silence', async () => {
    const deal = await delivered()
    await release(deal)
    await runHolds()
    await runPayouts()
    await query(`update payout_attempt set at = at - interval '20 days'`)
    await runPayouts()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'review' }])
  })
})

test('while Razorpay answers nothing what it holds is left alone, and goes when it is back', async () => {
  const deal = await funded()
  await cancel(deal)
  fake.calls.length = 0
  fake.fail(/transfers/, '500_before', 100)
  const { settings, rails } = world
  const queue = providerHoldQueue({ runInTransaction: app.db.runInTransaction, settings, rails })
  const dueNow = () =>
    query('update provider_hold set next_try_at = clock_timestamp() where id = $1', [deal.payInId])
  for (let n = 0; n < 8; n += 1) {
    await dueNow()
    await runBatch(queue, quietLog)
  }
  expect(fake.calls).toHaveLength(3)
  expect(await query('select queue, failures from provider_outage')).toEqual([
    { queue: 'provider_hold', failures: 3 },
  ])
  fake.faults.length = 0
  await later()
  await runHolds()
  expect(await reversalsOf(deal)).toEqual([HELD])
  expect((await holdOf(deal)).ready_at).not.toBeNull()
  expect(await query('select from provider_outage')).toEqual([])
  await sound()
})

describe('what no call moves', () => {
  test('is told to the team, and goes on when they have moved it by hand', async () => {
    const deal = await funded()
    await cancel(deal)
    const { id } = await transferOf(deal)
    Object.assign(fake.state.find(id, 'transfer'), { settlement_status: null })
    await runHolds()
    expect(await holdOf(deal)).toMatchObject({ state: 'review', ready_at: null })
    await runHolds()
    expect(await holdOf(deal)).toMatchObject({ state: 'review' })
    Object.assign(fake.state.find(id, 'transfer'), { amount_reversed: HELD, status: 'reversed' })
    await runHolds()
    expect((await holdOf(deal)).ready_at).not.toBeNull()
    await runPayouts()
    expect(refundsOf(deal)).toEqual([150_000])
    await sound()
  })
})

describe('a transfer that failed', () => {
  test('is told to the team, and their own tries are waited for', async () => {
    fake.state.failing = 1
    const deal = await funded()
    expect(await holdOf(deal)).toMatchObject({ state: 'failed' })
    const [transfer] = fake.state.list('transfer', ({ source }) => source === deal.orderId).items
    await fetch(`${fake.url}/_fake/transfers/${transfer?.id}/process`, { method: 'POST', body: '{}' })
    await deliver()
    await runHolds()
    expect(await holdOf(deal)).toMatchObject({ state: 'held' })
    await sound()
  })

  test('and never came about is made of the payment when the deal has ended', async () => {
    fake.state.failing = 1
    const deal = await delivered()
    await release(deal)
    await runHolds()
    expect((await holdOf(deal)).ready_at).toBeNull()
    await query(`update provider_hold set failed_at = failed_at - interval '5 days' where id = $1`, [
      deal.payInId,
    ])
    fake.fail(/POST \/v1\/payments\/\w+\/transfers$/, 'reset_after')
    for (let n = 0; n < 3; n += 1) await runHolds()
    expect(await transferOf(deal)).toMatchObject({ amount: HELD, on_hold: true, source: deal.paymentId })
    await runPayouts()
    fake.settleTransfers()
    await runPayouts()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'paid' }])
    expect(fake.state.list('transfer', ({ source }) => source === deal.paymentId).count).toBe(1)
    await sound()
  })
})

describe('a transfer that their own try made unseen', () => {
  test('is asked for before ours, and goes back', async () => {
    fake.state.failing = 1
    const deal = await funded()
    await cancel(deal)
    await runHolds()
    const [transfer] = fake.state.list('transfer', ({ source }) => source === deal.orderId).items
    await fetch(`${fake.url}/_fake/transfers/${transfer?.id}/process`, { method: 'POST', body: '{}' })
    fake.takeEvents()
    await query(`update provider_hold set failed_at = failed_at - interval '5 days' where id = $1`, [
      deal.payInId,
    ])
    await runHolds()
    await runPayouts()
    expect(await reversalsOf(deal)).toEqual([HELD])
    expect(refundsOf(deal)).toEqual([150_000])
    await sound()
  })
})

describe('reports', () => {
  test('in any order and number they change nothing that is not asked', async () => {
    const deal = await world.openOrder()
    const paymentId = fake.pay(deal.orderId)
    const events = fake.takeEvents()
    fake.state.events.push(
      ...[...events, ...events.toReversed(), ...events].map(({ event, body }) => ({ event, body })),
    )
    await deliver()
    await runHolds()
    expect(await holdOf(deal)).toMatchObject({ state: 'held', payment_id: paymentId })
    await deliver()
    await runHolds()
    await sound()
  })

  test('money for what is not due any more goes back, and what was held of it before', async () => {
    const open = await world.openOrder()
    await query(`update pay_in set status = 'closed' where id = $1`, [open.payInId])
    const paid = { ...open, paymentId: fake.pay(open.orderId) }
    await deliver()
    await runHolds()
    await runPayouts()
    expect(await reversalsOf(paid)).toEqual([HELD])
    expect(refundsOf(paid)).toEqual([150_000])
    await sound()
  })
})

describe('the team is told once', () => {
  const toldTo = async ({ id }: Person, { payInId }: { payInId: string }) =>
    (
      await query('select count(*)::int as count from notification where user_id = $1 and key like $2', [
        ...[id, `%hold_stuck:${payInId}%`],
      ])
    )[0].count

  test('when Razorpay has not answered for hours', async () => {
    const team = await teammate(app)
    const deal = await funded()
    await cancel(deal)
    fake.fail(/transfers/, 'reset_before', 20)
    await runHolds()
    expect(await toldTo(team, deal)).toBe(0)
    await query('update provider_hold set tries = 11 where id = $1', [deal.payInId])
    await runHolds()
    await query('update provider_hold set tries = 11 where id = $1', [deal.payInId])
    await runHolds()
    expect(await toldTo(team, deal)).toBe(1)
  })

  test('when a transfer neither comes nor fails', async () => {
    const team = await teammate(app)
    const open = await world.openOrder()
    const deal = { ...open, paymentId: fake.pay(open.orderId) }
    const [transfer] = fake.state.list('transfer', ({ source }) => source === open.orderId).items
    Object.assign(transfer ?? {}, { status: 'created', settlement_status: null })
    await deliver()
    await runHolds()
    expect(await toldTo(team, deal)).toBe(0)
    await app.advance('P5D')
    await runHolds()
    await runHolds()
    expect(await toldTo(team, deal)).toBe(1)
  })
})

describe('a payee who cannot be paid', () => {
  const payFor = ({ formPk, payer }: Pair) =>
    app.call('POST', `/api/deals/${formPk}/pay`, { token: payer.token, body: {} })

  test('keeps an agreed deal from ending for a week, and no longer', async () => {
    const pair = await agreedGoods(app)
    const { due_at, now } = await look(app, pair.payer, pair.formPk)
    const days = (Date.parse(due_at ?? '') - Date.parse(now)) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    await app.advance('P6D')
    expect(await look(app, pair.payer, pair.formPk)).toMatchObject({ status: 'agreed' })
    await app.advance('P2D')
    expect(await look(app, pair.payer, pair.formPk)).toMatchObject({ status: 'expired' })
  })

  test('stops the payment, at the deal and at the checkout', async () => {
    const pair = await agreedGoods(app)
    expect(await payFor(pair)).toMatchObject({ status: 409, body: { code: 'payee_unready' } })
    for (const who of [pair.payer, pair.payee])
      expect(await look(app, who, pair.formPk)).toMatchObject({ payee_waits: 'missing' })
    await world.activate(pair.payee)
    expect(await look(app, pair.payer, pair.formPk)).toMatchObject({ payee_waits: null })
    // the day after the provider has taken the account
    await query(
      `update linked_account set activated_at = activated_at + interval '20 hours' where user_id = $1`,
      [pair.payee.id],
    )
    const cooling = await look(app, pair.payer, pair.formPk)
    expect(cooling.payee_waits).toBe('cooling')
    const hours = (Date.parse(cooling.payee_ready_at ?? '') - Date.parse(cooling.now)) / 3_600_000
    expect(Math.round(hours)).toBe(20)
    await query(
      `update linked_account set activated_at = activated_at - interval '20 hours' where user_id = $1`,
      [pair.payee.id],
    )
    const { status, body } = await payFor(pair)
    expect(status).toBe(200)
    await query(`update linked_account set state = 'refused', activated_at = null where user_id = $1`, [
      pair.payee.id,
    ])
    expect((await app.call('GET', body.checkout_url)).status).toBe(409)
    expect(fake.state.list('order', ({ receipt }) => receipt === body.reference).count).toBe(0)
  })
})
