/** Every provider with a checkout, over its fake, by the very same tests: paid, refunded, paid out, and all that goes wrong between. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import type { Rail } from '#server/rails/rail.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import type { SignedEvent } from '#test/support/fakes/fake-provider.ts'
import { type ProviderLevers, startProviders } from '#test/support/fakes/providers.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Pair, take } from '#test/support/people.ts'

const providers = await startProviders()
afterAll(() => {
  for (const { fake } of providers) fake.stop()
})

interface OpenDue {
  readonly pair: Pair
  readonly payInId: string
  readonly orderId: string
}

/** One provider with its fake, and a server that has it alone. */
function worldOf(provider: ProviderLevers) {
  const { name, fake } = provider
  const rail = provider.railWith()
  const rails = new Map<string, Rail>([[name, rail]])
  const settings = { ...testSettings, provider: name }
  const app = useApp({ settings, rails, payoutRails: [rail] })
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  beforeEach(async () => {
    await query('update pay_in set next_try_at = null')
    provider.takeEvents()
    fake.calls.length = 0
    fake.faults.length = 0
  })

  const deliver = (events: readonly SignedEvent[]) => deliverEvents(app, name, events)
  /** What is due is due now. */
  const askAboutPayIns = async () => {
    await query('update pay_in set next_try_at = clock_timestamp() where next_try_at is not null')
    return runBatch(payInQueue({ runInTransaction: app.db.runInTransaction, settings, rails }), quietLog)
  }
  const runPayouts = async () => {
    await query(
      `update payout set next_try_at = clock_timestamp() where status in ('queued', 'sent', 'failed')`,
    )
    await app.runJobs()
  }
  const balance = async (code: string) =>
    Number((await query('select balance_of($1) as paise', [code]))[0].paise)

  async function openOrder(): Promise<OpenDue> {
    const pair = await agreedGoods(app)
    const { id, checkout_url } = await dueOf(app, pair)
    const page = await app.call('GET', checkout_url)
    if (page.status !== 200) throw new Error(`the checkout said ${page.status}`)
    const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
    return { pair, payInId: id, orderId: row.provider_order_id }
  }
  async function fundedDeal(): Promise<OpenDue & { readonly paymentId: string }> {
    const open = await openOrder()
    const paymentId = provider.pay(open.orderId)
    await deliver(provider.takeEvents())
    return { ...open, paymentId }
  }
  const statusOf = async ({ pair }: { pair: Pair }) => (await look(app, pair.payer, pair.formPk)).status
  const payouts = ({ pair }: { pair: Pair }) =>
    query(
      'select status, provider_ref, refund_of from payout where deal_id = $1 order by created_at, status',
      [pair.formPk],
    )
  return {
    name,
    fake,
    provider,
    app,
    query,
    deliver,
    askAboutPayIns,
    runPayouts,
    balance,
    openOrder,
    fundedDeal,
    statusOf,
    payouts,
  }
}

const worlds = providers.map(worldOf)

describe.each(worlds)('the checkout of $name', ({ fake, provider, app }) => {
  test('the checkout opens one order, however often its page is asked for, and runs no other script', async () => {
    const pair = await agreedGoods(app)
    const due = await dueOf(app, pair)
    expect(due).toMatchObject({ payee_vpa: null, checkout_url: `/api/payments/${due.id}/checkout` })
    expect(fake.calls).toEqual([])
    const pages = await Promise.all([1, 2, 3].map(() => app.call('GET', due.checkout_url)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(provider.orders(due.reference)).toBe(1)
    const policy = String(pages[0]?.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+' http/)
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|'self'/)
    expect(pages[0]?.body).not.toMatch(/secret/)
    // a device without Hindi's letters has them from us, and from nobody else
    expect(policy).toContain("; font-src 'self' http")
    expect(pages[0]?.body).toContain('url(/fonts/devanagari-400-v1.woff2)')
  })

  test.each(['500_before', '500_after', 'reset_after', 'html_after'] as const)(
    'an order whose answer was lost (%s) is opened once in the end',
    async (what) => {
      const pair = await agreedGoods(app)
      const { checkout_url, reference } = await dueOf(app, pair)
      fake.fail(provider.calls.order, what)
      const page = await app.call('GET', checkout_url)
      if (page.status !== 200) expect([page.status, page.headers['retry-after']]).toEqual([503, '60'])
      expect((await app.call('GET', checkout_url)).status).toBe(200)
      expect(provider.orders(reference)).toBe(1)
    },
  )
})

describe.each(worlds)(
  'what is heard of a payment of $name',
  ({ fake, provider, app, query, deliver, askAboutPayIns, openOrder, statusOf }) => {
    test('each report funds the deal once, in any order and number, late or not', async () => {
      const open = await openOrder()
      provider.pay(open.orderId, { isFailed: true })
      provider.pay(open.orderId)
      const events = provider.takeEvents()
      const statuses = await deliver([...events.toReversed(), ...events, ...events])
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await statusOf(open)).toBe('funded')
      const deposits = await query('select kind, amount_paise::int from deposit where deal_id = $1', [
        open.pair.formPk,
      ])
      expect(deposits).toEqual([{ kind: 'applied', amount_paise: 150_000 }])
      expect(await app.verify()).toEqual([])
    })

    test('a forged report moves nothing and is not stored', async () => {
      const open = await openOrder()
      provider.pay(open.orderId)
      const { type, amount, other } = provider.paidEvent
      const event = provider.takeEvents().find(({ event: name }) => name === type)
      if (!event?.body.includes(amount)) throw new Error('the amount stands elsewhere')
      const before = await query('select count(*)::int from webhook_event')
      const stray = await openOrder()
      provider.pay(stray.orderId)
      const forgeries = [
        { ...event, headers: { 'content-type': 'application/json' } },
        ...Object.keys(event.headers)
          .filter((header) => /^x-(?!razorpay-event-id)/.test(header))
          .map((header) => ({ ...event, headers: { ...event.headers, [header]: 'a'.repeat(64) } })),
        { ...event, body: event.body.replace(amount, other) },
        // the same meaning in other bytes
        { ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) },
        ...provider.takeEvents('another secret'),
      ]
      expect(new Set(await deliver(forgeries))).toEqual(new Set([401]))
      expect(await query('select count(*)::int from webhook_event')).toEqual(before)
      expect([await statusOf(open), await statusOf(stray)]).toEqual(['agreed', 'agreed'])
    })

    test('with every report lost the job finds the payment, and asks no more', async () => {
      const open = await openOrder()
      expect(await askAboutPayIns()).toMatchObject({ claimed: 1, done: 1 })
      expect(await statusOf(open)).toBe('agreed')
      provider.pay(open.orderId)
      fake.fail(provider.calls.payments, '500_before')
      expect(await askAboutPayIns()).toMatchObject({ claimed: 1, done: 0 })
      expect(await askAboutPayIns()).toMatchObject({ claimed: 1, done: 1 })
      expect(await statusOf(open)).toBe('funded')
      expect(await askAboutPayIns()).toMatchObject({ claimed: 0 })
      expect(new Set(await deliver(provider.takeEvents()))).toEqual(new Set([200]))
      expect(await app.verify()).toEqual([])
    })
  },
)

describe.each(worlds)(
  'other money of $name',
  ({ name, provider, app, query, deliver, balance, openOrder, fundedDeal, statusOf }) => {
    test.each([
      ['less', 149_999],
      ['more', 150_001],
    ])('%s than was asked for is not taken for it, and every paisa is in the books', async (_name, paise) => {
      const open = await openOrder()
      const before = await balance(`gateway:${name}`)
      provider.pay(open.orderId, { paise })
      await deliver(provider.takeEvents())
      expect(await balance(`gateway:${name}`)).toBe(before - paise)
      const [deposit] = await query('select amount_paise::int from deposit where deal_id = $1', [
        open.pair.formPk,
      ])
      expect(deposit).toEqual({ amount_paise: paise })
      expect(await statusOf(open)).toBe(paise < 150_000 ? 'agreed' : 'funded')
      expect(await app.verify()).toEqual([])
    })

    test('money of an order that is not ours waits in suspense', async () => {
      const suspense = await balance('suspense')
      provider.pay(provider.strayOrder(150_000))
      await deliver(provider.takeEvents())
      expect(await balance('suspense')).toBe(suspense + 150_000)
      expect(await app.verify()).toEqual([])
    })

    test('a dispute stops the deal, and lost it ends it: nobody is paid', async () => {
      const deal = await fundedDeal()
      provider.dispute(deal.paymentId, 'created')
      await deliver(provider.takeEvents())
      const stateOf = async () =>
        query('select status, frozen_since is not null as frozen from deal where id = $1', [deal.pair.formPk])
      expect(await stateOf()).toEqual([{ status: 'funded', frozen: true }])
      provider.dispute(deal.paymentId, 'under_review')
      provider.dispute(deal.paymentId, 'lost')
      await deliver(provider.takeEvents().toReversed())
      expect(await stateOf()).toEqual([{ status: 'refunded', frozen: false }])
      expect(await app.verify()).toEqual([])
    })
  },
)

describe.each(worlds)(
  'a refund of $name',
  ({ fake, provider, app, deliver, runPayouts, fundedDeal, payouts }) => {
    async function refunded() {
      const deal = await fundedDeal()
      await take(app, deal.pair.payee, deal.pair.formPk, 'cancel')
      provider.takeEvents()
      return { ...deal, before: provider.refunds().length }
    }
    const lastRefund = () => {
      const newest = provider.refunds().toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
      if (!newest) throw new Error('no refund')
      return newest
    }

    test('goes to the payment, and is paid when the provider says so', async () => {
      const deal = await refunded()
      await runPayouts()
      expect(await payouts(deal)).toMatchObject([{ status: 'sent', refund_of: deal.paymentId }])
      const refund = lastRefund()
      expect(refund.paise).toBe(150_000)
      provider.endRefund(refund.id, true)
      expect(new Set(await deliver(provider.takeEvents().toReversed()))).toEqual(new Set([200]))
      expect(await payouts(deal)).toMatchObject([{ status: 'paid', provider_ref: refund.id }])
      expect(await app.verify()).toEqual([])
    })

    test.each(['reset_before', 'reset_after', '500_before', '500_after', 'html_after'] as const)(
      'without an answer (%s) is asked about, and one is made',
      async (what) => {
        const deal = await refunded()
        fake.fail(provider.calls.refund, what)
        for (let i = 0; i < 4; i += 1) await runPayouts()
        expect(provider.refunds()).toHaveLength(deal.before + 1)
        provider.endRefund(lastRefund().id, true)
        // and nobody is told
        provider.takeEvents()
        await runPayouts()
        expect(await payouts(deal)).toMatchObject([{ status: 'paid' }])
        expect(await app.verify()).toEqual([])
      },
    )

    test('that fails waits for a target of its payer', async () => {
      const deal = await refunded()
      await runPayouts()
      provider.endRefund(lastRefund().id, false)
      await deliver(provider.takeEvents())
      expect(await payouts(deal)).toMatchObject([{ status: 'held' }])
      expect(await app.verify()).toEqual([])
    })
  },
)

describe.each(worlds)(
  'a payout of $name',
  ({ fake, provider, app, deliver, runPayouts, fundedDeal, payouts }) => {
    async function released() {
      const deal = await fundedDeal()
      const { payer, payee } = deal.pair
      const parcel = { courier: 'delhivery', tracking_number: '12345678901' }
      await take(app, payee, deal.pair.formPk, 'ship', parcel)
      await take(app, payee, deal.pair.formPk, 'deliver', { note: 'Done as agreed', file_ids: [] })
      await take(app, payer, deal.pair.formPk, 'release')
      provider.takeEvents()
      return { ...deal, before: provider.payouts().length }
    }
    const lastPayout = () => {
      const [newest] = provider.payouts()
      if (!newest) throw new Error('no payout')
      return newest
    }

    test('is paid when the bank has it, and comes back days later with a successor that waits', async () => {
      const deal = await released()
      await runPayouts()
      expect(await payouts(deal)).toMatchObject([{ status: 'sent' }])
      provider.endPayout(lastPayout().id, 'paid')
      await deliver(provider.takeEvents())
      expect(await payouts(deal)).toMatchObject([{ status: 'paid' }])
      provider.endPayout(lastPayout().id, 'returned')
      const events = provider.takeEvents()
      await deliver([...events, ...events])
      const states = (await payouts(deal)).map(({ status }) => status)
      expect(states.toSorted()).toEqual(['held', 'returned'])
      expect(await app.verify()).toEqual([])
    })

    test('that came back before anybody heard of it has failed, and the late report changes nothing', async () => {
      const deal = await released()
      await runPayouts()
      provider.endPayout(lastPayout().id, 'paid')
      const late = provider.takeEvents()
      provider.endPayout(lastPayout().id, 'returned')
      await deliver(provider.takeEvents())
      expect(await payouts(deal)).toMatchObject([{ status: 'review' }])
      expect(new Set(await deliver(late))).toEqual(new Set([200]))
      expect(await payouts(deal)).toMatchObject([{ status: 'review' }])
      expect(await app.verify()).toEqual([])
    })

    test.each(['reset_before', 'reset_after', '500_before', '500_after', 'html_after'] as const)(
      'without an answer (%s) is asked about, and paid once',
      async (what) => {
        const deal = await released()
        fake.fail(provider.calls.payout, what)
        for (let i = 0; i < 4; i += 1) await runPayouts()
        expect(provider.payouts()).toHaveLength(deal.before + 1)
        provider.endPayout(lastPayout().id, 'paid')
        // and nobody is told
        provider.takeEvents()
        await runPayouts()
        expect(await payouts(deal)).toMatchObject([{ status: 'paid' }])
        expect(await app.verify()).toEqual([])
      },
    )

    test('that the bank refuses is for the team to look at', async () => {
      const deal = await released()
      await runPayouts()
      provider.endPayout(lastPayout().id, 'failed')
      await deliver(provider.takeEvents())
      expect(await payouts(deal)).toMatchObject([{ status: 'review' }])
      expect(await app.verify()).toEqual([])
    })
  },
)
