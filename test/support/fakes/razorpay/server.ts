/**
 * A pretended Razorpay on this machine: the API as its pages describe it (the pages stand in test/fixtures/razorpay), with
 * faults on demand. Its webhooks are signed, and wait to be delivered: the test says in which order, and how often.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CHECKOUT_STUB } from './checkout-stub.ts'
import { moveDispute, openDispute } from './disputes.ts'
import { capture, createOrder, createRefund, endRefund, payOrder, reverse, setHold } from './payments.ts'
import { createContact, createFundAccount, createPayout, endPayout, type PayoutEnd } from './payouts.ts'
import { FakeRefusal, FakeState } from './state.ts'

export interface Fault {
  /** Of method and path, such as `POST /v1/orders`. */
  readonly match: RegExp
  /** `…after`: it was done, and nobody is told. */
  readonly what:
    | 'reset_before'
    | 'reset_after'
    | 'silence_after'
    | '500_before'
    | '500_after'
    | 'html_after'
    | '429'
  times: number
}

export const FAKE_KEYS = {
  ...{ keyId: 'rzp_test_Fake0000000001', keySecret: 'fake-key-secret', accountNumber: '7878780080316316' },
  ...{ webhookSecret: 'fake-webhook-secret', oldWebhookSecret: 'fake-secret-before' },
}

export interface SignedEvent {
  readonly event: string
  readonly body: string
  readonly headers: Record<string, string>
}

interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any
}
type Handler = (call: Call, id: string) => unknown

export class FakeRazorpay {
  readonly state = new FakeState()
  readonly faults: Fault[] = []
  /** Of each call that no fault is set for, where a test wants chance. */
  mood: () => Fault['what'] | 'none' = () => 'none'
  /** Method and path of each call, with its idempotency key. */
  readonly calls: string[] = []
  url = ''
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #routes = routesOf(this.state)

  async start(port = 0): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  fail(match: RegExp, what: Fault['what'], times = 1): void {
    this.faults.push({ match, what, times })
  }

  /** A payer pays an order. */
  pay(order: string): void {
    payOrder(this.state, { order })
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

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const method = request.method ?? 'GET'
    const text = await bodyOf(request)
    const name = `${method} ${url.pathname}`
    const key = request.headers['x-payout-idempotency'] ?? request.headers['x-refund-idempotency']
    this.calls.push(key ? `${name} ${key}` : name)
    const fault = this.faults.find(({ match, times }) => times > 0 && match.test(name))
    if (fault) fault.times -= 1
    const what = fault?.what ?? this.mood()
    if (what === 'reset_before') return void request.socket.destroy()
    if (what === '500_before')
      return send(response, 500, new FakeRefusal(500, 'try later', 'server_error').body)
    if (what === '429') return send(response, 429, new FakeRefusal(429, 'Request failed').body)
    const answer = this.#answer({ method, url, headers: request.headers, body: jsonOf(text) })
    if (what === 'reset_after') return void request.socket.destroy()
    if (what === 'silence_after') return
    if (what === '500_after')
      return send(response, 500, new FakeRefusal(500, 'try later', 'server_error').body)
    if (what === 'html_after') return void response.writeHead(200).end('<html>one moment</html>')
    if (typeof answer.body === 'string')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(answer.body)
    send(response, answer.status, answer.body)
  }

  #answer(call: Call): { status: number; body: unknown } {
    const path = call.url.pathname
    if (path === '/v1/checkout.js') return { status: 200, body: CHECKOUT_STUB }
    try {
      const isControl = path.startsWith('/_fake/')
      if (!isControl && !isAuthorized(call))
        throw new FakeRefusal(401, 'The api key provided is invalid', 'authentication_failed')
      for (const [method, pattern, handler] of this.#routes) {
        const match = method === call.method ? pattern.exec(path) : null
        if (match) return { status: 200, body: handler(call, match[1] ?? '') }
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

const isAuthorized = ({ headers }: Call): boolean =>
  headers.authorization ===
  `Basic ${Buffer.from(`${FAKE_KEYS.keyId}:${FAKE_KEYS.keySecret}`).toString('base64')}`

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const jsonOf = (text: string): unknown => (text === '' ? {} : JSON.parse(text))

const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    // the stub of the checkout calls from a page of ours
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body))

const keyOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null

function routesOf(state: FakeState): [string, RegExp, Handler][] {
  const page = <T>({ items, ...list }: { items: T[] }, { url }: Call) => {
    const few = items.slice(0, Number(url.searchParams.get('count') ?? 10))
    return { ...list, count: few.length, items: few }
  }
  const query = ({ url }: Call, name: string) => url.searchParams.get(name)
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
    ['GET', /^\/v1\/orders\/(\w+)\/?$/, (_call, id) => state.find(id, 'order')],
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
    ['GET', /^\/v1\/transfers\/(\w+)$/, (_call, id) => state.find(id, 'transfer')],
    ['PATCH', /^\/v1\/transfers\/(\w+)$/, ({ body }, id) => setHold(state, id, body)],
    ['POST', /^\/v1\/transfers\/(\w+)\/reversals$/, ({ body }, id) => reverse(state, id, body.amount)],
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
    ['POST', /^\/_fake\/pay$/, ({ body }) => signedReturn(payOrder(state, body))],
    ['POST', /^\/_fake\/refunds\/(\w+)$/, ({ body }, id) => ({ ok: endRefund(state, id, body.to) ?? true })],
    ['POST', /^\/_fake\/payouts\/(\w+)$/, ({ body }, id) => ({ ok: endPayout(state, id, body) ?? true })],
    ['POST', /^\/_fake\/disputes$/, ({ body }) => openDispute(state, body)],
    ['POST', /^\/_fake\/disputes\/(\w+)$/, ({ body }, id) => moveDispute(state, id, body.to)],
    ['GET', /^\/_fake\/dump$/, () => [...state.entities.values()]],
  ]
}

const signedReturn = ({ id, order_id }: { id: string; order_id?: string }) => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: returnSignature(order_id ?? '', id),
})
