/** Each provider with a checkout and its fake, behind one set of levers: what is tried of one is tried of all. */
import { CashfreeRail } from '#server/rails/cashfree/cashfree.ts'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { CASHFREE_FAKE, FakeCashfree } from './cashfree/server.ts'
import type { FakeProvider, SignedEvent } from './fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay } from './razorpay/server.ts'
import { cashfreeSettlements, razorpaySettlements, type SettlementLevers } from './settlement-levers.ts'

interface FakeOut {
  readonly id: string
  readonly paise: number
}

interface FakePayout extends FakeOut {
  /** Ours: what a second payout of the same order would have too. */
  readonly key: string
  /** It was taken, and has not ended. */
  readonly isOpen: boolean
}

interface RailChange {
  readonly timeoutMs?: number
  readonly isStranger?: boolean
  readonly feeRates?: readonly number[]
}

export interface ProviderLevers {
  readonly name: 'razorpay' | 'cashfree'
  readonly fake: FakeProvider
  readonly railWith: (over?: RailChange) => Rail
  /** Of method and path. */
  readonly calls: {
    readonly order: RegExp
    readonly payments: RegExp
    readonly refund: RegExp
    readonly payout: RegExp
  }
  readonly takeEvents: (secret?: string) => SignedEvent[]
  /** What it takes for the time: Unix seconds. */
  readonly setClock: (nowS: () => number) => void
  /** How many orders were opened for a reference. */
  readonly orders: (reference: string) => number
  /** Answers the payment as the rail names it. `paise`: another amount than was asked for. */
  readonly pay: (orderId: string, how?: { readonly isFailed?: boolean; readonly paise?: number }) => string
  /** An order that this installation has not opened. */
  readonly strayOrder: (paise: number) => string
  readonly refunds: () => FakeOut[]
  readonly endRefund: (id: string, isPaid: boolean) => void
  readonly payouts: () => FakePayout[]
  readonly endPayout: (id: string, to: 'paid' | 'failed' | 'returned') => void
  /** The event that says that a payment has arrived, and where in it the amount of 1,500 rupees stands. */
  readonly paidEvent: { readonly type: string; readonly amount: string; readonly other: string }
  /** A dispute of a payment, from its beginning to its end. */
  readonly dispute: (paymentId: string, to: 'created' | 'under_review' | 'won' | 'lost') => void
  readonly settlements: SettlementLevers
}

async function razorpay(): Promise<ProviderLevers> {
  const fake = await new FakeRazorpay().start()
  const outs = (entity: string): FakeOut[] =>
    fake.state.list(entity, () => true).items.map(({ id, amount }) => ({ id, paise: amount }))
  const disputes = new Map<string, string>()
  return {
    name: 'razorpay',
    fake,
    railWith: ({ timeoutMs = 2_000, isStranger, feeRates } = {}) =>
      new RazorpayRail(
        {
          ...{ keyId: FAKE_KEYS.keyId, keySecret: isStranger ? 'another-secret' : FAKE_KEYS.keySecret },
          ...{ accountNumber: FAKE_KEYS.accountNumber, webhookSecrets: [FAKE_KEYS.webhookSecret] },
          ...{ baseUrl: fake.url, timeoutMs, feeRates },
        },
        'Amanat',
      ),
    calls: {
      order: /^POST \/v1\/orders$/,
      payments: /^GET .*\/payments$/,
      refund: /^POST .*\/refund$/,
      payout: /^POST \/v1\/payouts$/,
    },
    takeEvents: (secret) => fake.takeEvents(secret),
    setClock: (nowS) => {
      fake.state.now = nowS
    },
    orders: (reference) => fake.state.list('order', ({ receipt }) => receipt === reference).count,
    pay: (orderId, { isFailed, paise } = {}) => {
      if (paise !== undefined) fake.state.find(orderId, 'order').amount = paise
      return fake.pay(orderId, isFailed ? 'failed' : 'captured')
    },
    strayOrder: (paise) =>
      fake.state.add('order', 'order', { amount: paise, status: 'created', attempts: 0 }).id,
    refunds: () => outs('refund'),
    endRefund: (id, isPaid) => fake.endRefund(id, isPaid ? 'processed' : 'failed'),
    payouts: () =>
      fake.state
        .list('payout', () => true)
        .items.map(({ id, amount, reference_id, status }) => ({
          ...{ id, paise: amount, key: reference_id, isOpen: status === 'processing' },
        })),
    endPayout: (id, to) =>
      fake.endPayout(id, {
        to: ({ paid: 'processed', failed: 'failed', returned: 'reversed' } as const)[to],
      }),
    paidEvent: { type: 'payment.captured', amount: '"amount":150000', other: '"amount":150001' },
    dispute: (paymentId, to) => {
      if (to === 'created') disputes.set(paymentId, fake.openDispute(paymentId))
      else fake.moveDispute(disputes.get(paymentId) ?? '', to)
    },
    settlements: razorpaySettlements(fake),
  }
}

async function cashfree(): Promise<ProviderLevers> {
  const fake = await new FakeCashfree().start()
  return {
    name: 'cashfree',
    fake,
    railWith: ({ timeoutMs = 2_000, isStranger, feeRates } = {}) =>
      new CashfreeRail(
        {
          pg: CASHFREE_FAKE.pg,
          payout: { ...CASHFREE_FAKE.payout, ...(isStranger ? { clientSecret: 'another-secret' } : {}) },
          ...{ environment: 'sandbox', oldSecrets: [], baseUrl: fake.url, timeoutMs, feeRates },
        },
        'Amanat',
      ),
    calls: {
      order: /^POST \/pg\/orders$/,
      payments: /^GET .*\/payments$/,
      refund: /^POST .*\/refunds$/,
      payout: /^POST \/payout\/transfers$/,
    },
    takeEvents: (secret) => fake.takeEvents(secret),
    setClock: (nowS) => {
      fake.nowS = nowS
    },
    orders: (reference) => (fake.orders.has(reference) ? 1 : 0),
    pay: (orderId, { isFailed, paise } = {}) =>
      `${orderId}.${fake.pay(orderId, isFailed ? 'FAILED' : 'SUCCESS', paise === undefined ? undefined : paise / 100)}`,
    strayOrder: (paise) => {
      const order_id = `stray_${fake.orders.size}`
      fake.orders.set(order_id, { order_id, order_amount: paise / 100, order_status: 'ACTIVE' })
      return order_id
    },
    refunds: () =>
      fake.refunds.map(({ cf_refund_id, refund_amount }) => ({
        id: cf_refund_id,
        paise: refund_amount * 100,
      })),
    endRefund: (id, isPaid) => fake.endRefund(id, isPaid ? 'SUCCESS' : 'CANCELLED'),
    payouts: () =>
      [...fake.transfers.values()]
        .map(({ transfer_id, transfer_amount, status }) => ({
          ...{ id: transfer_id, paise: transfer_amount * 100, key: transfer_id },
          isOpen: status === 'RECEIVED',
        }))
        .reverse(),
    endPayout: (id, to) =>
      fake.endTransfer(id, ({ paid: 'SUCCESS', failed: 'FAILED', returned: 'REVERSED' } as const)[to]),
    paidEvent: {
      ...{ type: 'PAYMENT_SUCCESS_WEBHOOK', amount: '"payment_amount":1500' },
      other: '"payment_amount":1500.01',
    },
    dispute: (paymentId, to) =>
      fake.dispute(
        paymentId.slice(paymentId.lastIndexOf('.') + 1),
        { created: 'CREATED', under_review: 'UNDER_REVIEW', won: 'MERCHANT_WON', lost: 'MERCHANT_LOST' }[to],
      ),
    settlements: cashfreeSettlements(fake),
  }
}

/** Each started anew, with no memory of what was before. */
export const PROVIDERS = { razorpay, cashfree } as const

export const startProviders = () => Promise.all([razorpay(), cashfree()])
