/**
 * A pretended Razorpay on this machine: the API as its pages describe it (the pages stand in test/fixtures/razorpay), with
 * faults on demand. Its webhooks are signed, and wait to be delivered: the test says in which order, and how often.
 */
import { createHmac } from 'node:crypto'
import {
  type FakeAnswer,
  type FakeCall,
  FakeProvider,
  type SignedEvent,
} from '#test/support/fakes/fake-provider.ts'
import { type FakeStanding, moveProduct } from './accounts.ts'
import { CHECKOUT_STUB } from './checkout-stub.ts'
import { type FakeDisputeStep, moveDispute, openDispute } from './disputes.ts'
import { capture, createOrder, createRefund, endRefund, payOrder } from './payments.ts'
import { createContact, createFundAccount, createPayout, endPayout, type PayoutEnd } from './payouts.ts'
import { routeControlsOf, routeRoutesOf } from './route-calls.ts'
import { reconOf, settle } from './settlements.ts'
import { FakeRefusal, type FakeRoute, FakeState } from './state.ts'
import { settleTransfers } from './transfers.ts'

export const FAKE_KEYS = {
  ...{ keyId: 'rzp_test_Fake0000000001', keySecret: 'fake-key-secret', accountNumber: '7878780080316316' },
  ...{ webhookSecret: 'fake-webhook-secret', oldWebhookSecret: 'fake-secret-before' },
}

export class FakeRazorpay extends FakeProvider {
  readonly state = new FakeState()
  readonly #routes = [
    ...routeRoutesOf(this.state),
    ...routesOf(this.state),
    ...routeControlsOf(this.state),
    ...controlsOf(this.state),
  ]

  /** A payer pays an order; answers the payment. */
  pay(order: string, status: 'captured' | 'failed' = 'captured'): string {
    return payOrder(this.state, { order, status }).id
  }

  endRefund(id: string, status: 'processed' | 'failed'): void {
    endRefund(this.state, id, status)
  }

  openDispute(payment: string): string {
    return openDispute(this.state, { payment }).id
  }

  moveDispute(id: string, to: FakeDisputeStep): void {
    moveDispute(this.state, id, to)
  }

  /** What reviewers say of a payee's account. */
  moveProduct(id: string, standing: FakeStanding): void {
    moveProduct(this.state, id, standing)
  }

  /** What is not on hold leaves for the payees' banks. */
  settleTransfers(): void {
    settleTransfers(this.state)
  }

  endPayout(id: string, end: PayoutEnd): void {
    endPayout(this.state, id, end)
  }

  /** Takes what was not delivered yet, signed. */
  takeEvents(secret = FAKE_KEYS.webhookSecret): SignedEvent[] {
    return this.state.events
      .splice(0)
      .map(({ event, body }) => ({ event, body, headers: signed(body, secret) }))
  }

  protected override refusal(status: number): unknown {
    return status === 429
      ? new FakeRefusal(429, 'Request failed').body
      : new FakeRefusal(500, 'try later', 'server_error').body
  }

  protected override keyOf(headers: FakeCall['headers']): string | undefined {
    const key = headers['x-payout-idempotency'] ?? headers['x-refund-idempotency']
    return typeof key === 'string' ? key : undefined
  }

  protected override answer(call: FakeCall): FakeAnswer {
    const path = call.url.pathname
    if (path === '/v1/checkout.js') return { status: 200, body: CHECKOUT_STUB }
    try {
      const isControl = path.startsWith('/_fake/')
      if (!isControl && !isAuthorized(call))
        throw new FakeRefusal(401, 'The api key provided is invalid', 'authentication_failed')
      for (const [method, pattern, handler] of this.#routes) {
        const match = method === call.method ? pattern.exec(path) : null
        if (match) return { status: 200, body: handler(call, match[1] ?? '', match[2] ?? '') }
      }
      throw new FakeRefusal(404, 'The requested URL was not found on the server.')
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      return { status: error.status, body: error.body }
    }
  }
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

let eventCount = 0
const signed = (body: string, secret: string): Record<string, string> => {
  eventCount += 1
  return {
    'content-type': 'application/json',
    'x-razorpay-signature': hmac(secret, body),
    'x-razorpay-event-id': `event_${eventCount}`,
  }
}

/** What the checkout hands to the page once the payment has been made. */
export const returnSignature = (orderId: string, paymentId: string): string =>
  hmac(FAKE_KEYS.keySecret, `${orderId}|${paymentId}`)

const isAuthorized = ({ headers }: FakeCall): boolean =>
  headers.authorization ===
  `Basic ${Buffer.from(`${FAKE_KEYS.keyId}:${FAKE_KEYS.keySecret}`).toString('base64')}`

const keyOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null

function routesOf(state: FakeState): FakeRoute[] {
  const page = <T>({ items, ...list }: { items: T[] }, { url }: FakeCall) => {
    const few = items.slice(0, Number(url.searchParams.get('count') ?? 10))
    return { ...list, count: few.length, items: few }
  }
  const query = ({ url }: FakeCall, name: string) => url.searchParams.get(name)
  return [
    ['POST', /^\/v1\/orders$/, ({ body }) => createOrder(state, body)],
    [
      'GET',
      /^\/v1\/orders$/,
      (call) =>
        page(
          // "contain", says the page
          state.list('order', ({ receipt }) => String(receipt).includes(query(call, 'receipt') ?? '')),
          call,
        ),
    ],
    [
      'GET',
      /^\/v1\/orders\/(\w+)\/payments$/,
      (_call, id) => state.list('payment', ({ order_id }) => order_id === state.find(id, 'order').id),
    ],
    ['GET', /^\/v1\/payments\/(\w+)$/, (_call, id) => state.find(id, 'payment')],
    ['POST', /^\/v1\/payments\/(\w+)\/capture$/, (_call, id) => capture(state, id)],
    [
      'POST',
      /^\/v1\/payments\/(\w+)\/refund$/,
      ({ headers, body }, id) => createRefund(state, id, keyOf(headers['x-refund-idempotency']), body),
    ],
    [
      'GET',
      /^\/v1\/payments\/(\w+)\/refunds$/,
      (call, id) =>
        page(
          state.list('refund', ({ payment_id }) => payment_id === id),
          call,
        ),
    ],
    ['GET', /^\/v1\/refunds\/(\w+)$/, (_call, id) => state.find(id, 'refund')],
    ['GET', /^\/v1\/settlements\/recon\/combined$/, ({ url }) => reconOf(state, url.searchParams)],
    ['POST', /^\/v1\/contacts$/, ({ body }) => createContact(state, body)],
    ['POST', /^\/v1\/fund_accounts$/, ({ body }) => createFundAccount(state, body)],
    [
      'POST',
      /^\/v1\/payouts$/,
      ({ headers, body }) => createPayout(state, keyOf(headers['x-payout-idempotency']), body),
    ],
    [
      'GET',
      /^\/v1\/payouts$/,
      (call) => {
        const [account, reference] = [query(call, 'account_number'), query(call, 'reference_id')]
        if (!account) throw new FakeRefusal(400, 'The account number field is required.')
        return page(
          state.list(
            'payout',
            (row) => row.account_number === account && (!reference || row.reference_id === reference),
          ),
          call,
        )
      },
    ],
    ['GET', /^\/v1\/payouts\/(\w+)$/, (_call, id) => state.find(id, 'payout')],
  ]
}

/** What a test does in the place of payers, banks and Razorpay. */
function controlsOf(state: FakeState): FakeRoute[] {
  return [
    ['POST', /^\/_fake\/settle$/, () => settle(state)],
    ['POST', /^\/_fake\/pay$/, ({ body }) => signedReturn(payOrder(state, body))],
    ['POST', /^\/_fake\/refunds\/(\w+)$/, ({ body }, id) => ({ ok: endRefund(state, id, body.to) ?? true })],
    ['POST', /^\/_fake\/payouts\/(\w+)$/, ({ body }, id) => ({ ok: endPayout(state, id, body) ?? true })],
    ['POST', /^\/_fake\/disputes$/, ({ body }) => openDispute(state, body)],
    ['POST', /^\/_fake\/disputes\/(\w+)$/, ({ body }, id) => moveDispute(state, id, body.to)],
    // as if its webhooks were lost, or its clock were so far ahead
    [
      'POST',
      /^\/_fake\/hooks$/,
      ({ body }) => {
        state.drops = body.drop === true
        return { drops: state.drops }
      },
    ],
    [
      'POST',
      /^\/_fake\/clock$/,
      ({ body }) => {
        state.now = () => Math.floor(Date.now() / 1_000) + Number(body.aheadS)
        return { now: state.now() }
      },
    ],
    ['GET', /^\/_fake\/dump$/, () => [...state.entities.values()]],
  ]
}

const signedReturn = ({ id, order_id }: { id: string; order_id?: string }) => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: returnSignature(order_id ?? '', id),
})
