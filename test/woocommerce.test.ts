/** The WooCommerce plugin, run by PHP against a stub of the shop's classes (test/fixtures/woocommerce/harness.php). */
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { STATUSES } from '#core/lifecycle/states.ts'

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const LINK = 'AbCdEfGh'
const OFFER = { status: 201, body: { id: LINK, link: `https://amanat.example/o/${LINK}` } }

interface Outcome {
  readonly answer: unknown
  readonly requests: { url: string; method: string; headers: Record<string, string>; body?: string }[]
  readonly notices: string[]
  readonly status: string | null
  readonly notes: string[] | null
}

function hasPhp(): boolean {
  try {
    execFileSync('php', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stdout.write('skipped: the WooCommerce plugin, php is not installed\n')
    return false
  }
}
const isInstalled = hasPhp()

function run(steps: readonly object[]): Outcome[] {
  const harness = 'test/fixtures/woocommerce/harness.php'
  const input = JSON.stringify(steps)
  const output = execFileSync('php', ['-d', 'display_errors=stderr', harness], { input, encoding: 'utf8' })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function signed(body: string, { secret = SECRET, at = Math.floor(Date.now() / 1_000) } = {}) {
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')
  const headers = {
    ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(at) },
    'webhook-signature': `v1,${signature}`,
  }
  return { do: 'receive', id: 7, options: { secret: SECRET }, headers, body }
}

const EVENT = JSON.stringify({ type: 'deal.event.fund', data: { form_pk: 'deal-1' } })
const deal = (status: string, amount_paise = 90_000) => ({
  status: 200,
  body: { status, terms: { offer_link: LINK }, money: { amount_paise } },
})
const START = [
  { do: 'order', id: 7, total: '900.00' },
  { do: 'pay', id: 7, replies: [OFFER] },
]
const arrival = (status: string) => ({ ...signed(EVENT), replies: [deal(status)] })
const last = (outcomes: readonly Outcome[]) => outcomes.at(-1)

describe.skipIf(!isInstalled)('a payment of the WooCommerce plugin', () => {
  it('makes an order an offer of one piece, once, and sends the buyer there', () => {
    const [, first, again] = run([...START, { do: 'pay', id: 7 }])
    expect(first?.answer).toEqual({ result: 'success', redirect: OFFER.body.link })
    const [request] = first?.requests ?? []
    expect([request?.method, request?.url]).toEqual(['POST', 'https://amanat.example/api/links'])
    expect(request?.headers).toMatchObject({
      Authorization: 'Bearer amt_test_key',
      'Idempotency-Key': 'woo-wc_order_7',
    })
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      amount: 900,
      stock: 1,
      per_buyer: 1,
      title: 'Order 7',
    })
    expect([again?.answer, again?.requests]).toEqual([first?.answer, []])
  })

  it.each([['900.50'], ['100000.00'], ['0.00']])('takes no order of %s', (total) => {
    const [, outcome] = run([
      { do: 'order', id: 7, total },
      { do: 'pay', id: 7, replies: [OFFER] },
    ])
    expect([outcome?.answer, outcome?.requests, outcome?.notices.length]).toEqual([
      { result: 'failure' },
      [],
      1,
    ])
  })

  it.each([
    ['900.00', 'INR', true],
    ['900.50', 'INR', false],
    ['900.00', 'USD', false],
    ['100000.00', 'INR', false],
  ])('is offered for %s %s: %s', (total, currency, expected) => {
    expect(run([{ do: 'available', total, currency }])[0]?.answer).toBe(expected)
  })

  it('says so when the server is not reached or refuses', () => {
    for (const reply of [null, { status: 403, body: { code: 'key_scope' } }]) {
      const [, outcome] = run([START[0] ?? {}, { do: 'pay', id: 7, replies: [reply] }])
      expect([outcome?.answer, outcome?.notices.length]).toEqual([{ result: 'failure' }, 1])
    }
  })
})

describe.skipIf(!isInstalled)('its webhook', () => {
  it('follows a deal from the payment to the release', () => {
    const outcomes = run([...START, ...['funded', 'in_delivery', 'delivered', 'released'].map(arrival)])
    expect(outcomes.slice(2).map(({ answer, status }) => [answer, status])).toEqual([
      [[204], 'processing'],
      [[204], 'processing'],
      [[204], 'processing'],
      [[204], 'completed'],
    ])
    expect(outcomes[2]?.notes).toEqual(['paid deal-1'])
  })

  it('believes no message: the deal is asked for, and its amount is that of the order', () => {
    const outcomes = run([...START, { ...signed(EVENT), replies: [deal('funded', 100)] }])
    expect([last(outcomes)?.answer, last(outcomes)?.status]).toEqual([[204], 'pending'])
    expect(last(outcomes)?.requests[0]?.url).toBe('https://amanat.example/api/deals/deal-1')
  })

  it('is sent the message again when the deal cannot be asked for', () => {
    const outcomes = run([...START, { ...signed(EVENT), replies: [null] }])
    expect([last(outcomes)?.answer, last(outcomes)?.status]).toEqual([[503], 'pending'])
  })

  it.each([
    ['another body', { body: `${EVENT} ` }],
    ['another secret', { options: { secret: `whsec_${Buffer.alloc(32, 4).toString('base64')}` } }],
    ['no secret', { ...signed(EVENT, { secret: 'whsec_' }), options: { secret: '' } }],
    ['no headers', { headers: {} }],
    ['an old message', signed(EVENT, { at: Math.floor(Date.now() / 1_000) - 3_600 })],
  ])('refuses %s', (_, over) => {
    const outcomes = run([...START, { ...arrival('released'), ...over, replies: [deal('released')] }])
    expect([last(outcomes)?.answer, last(outcomes)?.status, last(outcomes)?.requests]).toEqual([
      [400],
      'pending',
      [],
    ])
  })

  it('never takes an order back, whatever comes late', () => {
    const orders = ['completed', 'refunded']
    const steps = orders.flatMap((order) => STATUSES.map((status) => ({ do: 'next', order, deal: status })))
    expect(new Set(run(steps).map(({ answer }) => answer))).toEqual(new Set([null]))
    const outcomes = run([...START, ...['funded', 'released', 'funded', 'disputed', 'expired'].map(arrival)])
    expect(last(outcomes)?.status).toBe('completed')
  })

  it('knows what becomes of an order whose money went back', () => {
    for (const path of [
      ['funded', 'refunded'],
      ['funded', 'disputed', 'refunded'],
    ])
      expect(last(run([...START, ...path.map(arrival)]))?.status).toBe('refunded')
  })
})
