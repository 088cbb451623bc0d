/** The samples of Cashfree's own pages: each is read, each webhook is known, and amounts are exact. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paiseField, rupeesOf } from './amounts.ts'
import { cashfreeOrder, cashfreeTransfer, disputedBy, refundedBy, transferredBy } from './entities.ts'
import { keyOf, outIdOf } from './ids.ts'
import { reconPage } from './recon.ts'
import { base64Hmac, readCashfreeEvent } from './webhook.ts'

const FOLDER = join(import.meta.dirname, '../../../test/fixtures/cashfree')
interface CashfreeSample {
  readonly name: string
  readonly page: string
  readonly kind: 'order' | 'transfer' | 'error' | 'recon' | 'webhook'
  readonly body: unknown
}
const samples: readonly CashfreeSample[] = readdirSync(FOLDER).map((file) => ({
  name: file.replace('.json', ''),
  ...JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
}))
const hooks = samples.filter(({ kind }) => kind === 'webhook')
const SCHEMAS = {
  order: cashfreeOrder,
  transfer: cashfreeTransfer,
  recon: reconPage,
  error: z.object({ message: z.string(), code: z.string() }),
}
const STAMP = '1746427759733'
const reading = (body: unknown, { secret = 'secret', timestamp = STAMP } = {}) => {
  const raw = Buffer.from(JSON.stringify(body))
  const signature = base64Hmac(secret, STAMP, raw)
  return readCashfreeEvent(['other', 'secret'], raw, {
    ...{ 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp },
  })
}

it('each names its page', () => {
  const PAGE =
    /^https:\/\/(www\.cashfree\.com\/docs\/api-reference|github\.com\/cashfree\/agent-skills\/blob\/[\da-f]{40})\/[\w/.-]+$/
  expect(samples.filter(({ page }) => !PAGE.test(page))).toEqual([])
  expect(samples.length).toBeGreaterThanOrEqual(20)
})

it.each(samples.filter(({ kind }) => kind !== 'webhook'))('$name is read', ({ kind, body }) => {
  expect(SCHEMAS[kind as keyof typeof SCHEMAS].safeParse(body).error).toBeUndefined()
})

describe('a webhook of the pages', () => {
  it.each(hooks)('$name is genuine with its signature and its timestamp alone', ({ body }) => {
    expect(reading(body).is).not.toBe('forged')
    expect(reading(body, { secret: 'another' }).is).toBe('forged')
    expect(reading(body, { timestamp: '1746427759734' }).is).toBe('forged')
    expect(reading(body, { timestamp: '' }).is).toBe('forged')
  })

  it.each<[string, object | null]>([
    [
      'payment-success',
      { kind: 'paid', paymentId: 'order_OFR_2.1453002795', amountPaise: 100, source: 'user@ybl' },
    ],
    ['payment-failed', null],
    ['payment-user-dropped', null],
    ['refund-status', { kind: 'out', state: 'done', providerId: '11325632' }],
    ['settlement-success', null],
    [
      'dispute-created',
      {
        kind: 'chargeback',
        state: 'open',
        amountPaise: 300,
        deductedPaise: 0,
        respondBy: Date.UTC(2023, 5, 18, 18, 29, 59),
      },
    ],
    ['transfer-success', { kind: 'out', state: 'done', providerId: '123456' }],
    ['transfer-acknowledged', { state: 'done' }],
    ['transfer-failed', { state: 'failed', detail: 'FAILED: IMPS_MODE_FAIL' }],
    ['transfer-reversed', { state: 'returned' }],
    ['transfer-rejected', { state: 'failed' }],
    ['bulk-transfer-rejected', null],
  ])('%s', (name, fact) => {
    const read = reading(hooks.find((hook) => hook.name === name)?.body)
    if (fact === null) expect(read.is).toBe('ignored')
    else expect(read).toMatchObject({ is: 'facts', facts: [fact] })
  })
})

it.each([
  ['RECEIVED', 'pending'],
  ['QUEUED', 'pending'],
  ['APPROVAL_PENDING', 'pending'],
  ['MANUALLY_REJECTED', 'failed'],
  ['a word that nobody has heard of', 'pending'],
])('a transfer that is %s is %s', (status, state) => {
  expect(transferredBy({ transfer_id: 'k', cf_transfer_id: '1', status, status_code: null }).state).toBe(
    state,
  )
})

it.each([
  ['PENDING', 'pending'],
  ['ONHOLD', 'pending'],
  ['CANCELLED', 'failed'],
])('a refund that is %s is %s', (refund_status, state) => {
  const refund = { cf_refund_id: '1', refund_id: 'k', refund_status, status_description: null }
  expect(refundedBy(refund).state).toBe(state)
})

it.each([
  ['CHARGEBACK_DOCS_RECEIVED', 'under_review', 0],
  ['DISPUTE_MERCHANT_WON', 'won', 0],
  ['CHARGEBACK_MERCHANT_ACCEPTED', 'lost', 300],
  ['RETRIEVAL_INSUFFICIENT_EVIDENCE', 'lost', 300],
])('a dispute that is %s is %s', (dispute_status, state, deductedPaise) => {
  const dispute = {
    ...{ dispute_id: '1', dispute_type: 'DISPUTE', dispute_status, dispute_amount: 300 },
    ...{ reason_description: null, respond_by: null },
  }
  const order_details = { order_id: 'o', cf_payment_id: '2' }
  expect(disputedBy({ dispute, order_details })).toMatchObject({ state, deductedPaise, paymentId: 'o.2' })
})

// a hundred thousand parsings: seconds on a machine that does other things too
it('every amount to ten lakh goes to rupees and back, to the paisa', { timeout: 60_000 }, () => {
  for (let paise = 0; paise <= 10_00_000_00; paise += 997)
    expect(paiseField.parse(JSON.parse(JSON.stringify(rupeesOf(paise))))).toBe(paise)
  expect([paiseField.parse('170.00'), paiseField.parse(1.1), paiseField.parse(0.07)]).toEqual([
    17_000, 110, 7,
  ])
  expect([1.005, -1, '1e3', '12.345'].map((value) => paiseField.safeParse(value).success)).toEqual(
    Array(4).fill(false),
  )
})

it('a key of ours is known again, in letters that Cashfree takes', () => {
  for (const key of ['abc', 'a-b_c', '_d-_u-2', '--__']) {
    expect(outIdOf(key)).toMatch(/^\w+$/)
    expect(keyOf(outIdOf(key) ?? '')).toBe(key)
  }
  expect(outIdOf('-'.repeat(21))).toBeNull()
})
