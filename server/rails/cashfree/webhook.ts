/**
 * Cashfree's webhooks, of the Payment Gateway and of Payouts V2: base64 HMAC-SHA256 over the timestamp of a header and the
 * raw bytes (https://www.cashfree.com/docs/api-reference/webhooks/payloads-and-signatures). A page of another version writes a
 * dot between them; without it is what the newer page and Cashfree's own packages do.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import type { Fact, Reading } from '#server/rails/rail.ts'
import {
  cashfreeDispute,
  cashfreePayment,
  cashfreeRefund,
  cashfreeTransfer,
  disputedBy,
  paidBy,
  refundedBy,
  transferredBy,
} from './entities.ts'

const [SIGNED, STAMPED] = ['x-webhook-signature', 'x-webhook-timestamp']

/** As `x-webhook-signature` has it. `timestamp` is the text of its header, and `raw` the bytes, both as they came. */
export const base64Hmac = (secret: string, timestamp: string, raw: Buffer | string): string =>
  createHmac('sha256', secret).update(timestamp).update(raw).digest('base64')

function isBy(secret: string, raw: Buffer, headers: Readonly<Record<string, unknown>>): boolean {
  const [signature, timestamp] = [headers[SIGNED], headers[STAMPED]]
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,20}$/.test(timestamp))
    return false
  return constantTimeEqual(base64Hmac(secret, timestamp, raw), signature)
}

const event = z.object({ type: z.string().max(100), data: z.unknown() })

const paid = z
  .object({ order: z.object({ order_id: z.string() }), payment: cashfreePayment })
  .transform(({ order, payment }) => paidBy(order.order_id, payment))
const refunded = z.object({ refund: cashfreeRefund }).transform(({ refund }) => refundedBy(refund))
const transferred = cashfreeTransfer.transform(transferredBy)
const disputed = cashfreeDispute.transform(disputedBy)

/** What we read. A failed payment is none of it: the order stays open, and the payer may try again. */
const READERS = new Map<string, z.ZodType<Fact | null>>([
  ['PAYMENT_SUCCESS_WEBHOOK', paid],
  ['REFUND_STATUS_WEBHOOK', refunded],
  ...['SUCCESS', 'ACKNOWLEDGED', 'FAILED', 'REVERSED', 'REJECTED', 'APPROVED'].map(
    (name) => [`TRANSFER_${name}`, transferred] as const,
  ),
  ...['CREATED', 'UPDATED', 'CLOSED'].map((name) => [`DISPUTE_${name}`, disputed] as const),
])

/**
 * One that is late is read as any other: a retry may carry its first timestamp, and one that is told again moves nothing.
 * `secrets`: of both products, and while they are changed the old ones, with which Cashfree goes on to sign.
 */
export function readCashfreeEvent(
  secrets: readonly string[],
  raw: Buffer,
  headers: Readonly<Record<string, unknown>>,
): Reading {
  // all are tried, so that the time does not tell which one it was
  if (!secrets.map((secret) => isBy(secret, raw, headers)).includes(true)) return { is: 'forged' }
  const body = event.safeParse(jsonOf(raw))
  if (!body.success) return { is: 'forged' }
  // the timestamp is another one with each retry, and the bytes are the same
  const eventId = createHash('sha256').update(raw).digest('hex')
  const { type, data } = body.data
  const fact = READERS.get(type)?.safeParse(data).data
  return fact ? { is: 'facts', eventId, facts: [fact] } : { is: 'ignored', eventId, type }
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
