/**
 * Razorpay's webhooks: https://razorpay.com/docs/webhooks/validate-test. The signature covers the raw bytes and nothing
 * else, so nothing else is believed: an event is known by the hash of its bytes, and not by the id in its header.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import type { Fact, Reading } from '#server/rails/rail.ts'
import {
  chargebackFact,
  disputeEntity,
  paidFact,
  paymentEntity,
  payoutEntity,
  payoutFact,
  refundEntity,
  refundFact,
  settledFact,
  settlementEntity,
} from './entities.ts'

export const SIGNATURE_HEADER = 'x-razorpay-signature'

/** HMAC-SHA256 in small hex, as `x-razorpay-signature` has it. Of a webhook the raw bytes: JSON written again is another. */
export const hexHmac = (secret: string, message: Buffer | string): string =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Also of a checkout's return, whose message is `order|payment`. False for a header that is missing or came twice. */
export const isSigned = (secret: string, message: Buffer | string, given: unknown): boolean =>
  typeof given === 'string' && constantTimeEqual(hexHmac(secret, message), given)

const event = z.object({ event: z.string().max(100), payload: z.record(z.string(), z.unknown()) })

const paid = z
  .object({ payment: z.object({ entity: paymentEntity }) })
  .transform(({ payment }) => paidFact(payment.entity))
const refunded = z
  .object({ refund: z.object({ entity: refundEntity }) })
  .transform(({ refund }) => refundFact(refund.entity))
const settled = z
  .object({ settlement: z.object({ entity: settlementEntity }) })
  .transform(({ settlement }) => settledFact(settlement.entity))
const paidOut = z
  .object({ payout: z.object({ entity: payoutEntity }) })
  .transform(({ payout }) => payoutFact(payout.entity))

/** It carries the payment too, which may not have been told of yet: the first thing that is done with it is to record that. */
const disputed = z
  .object({
    dispute: z.object({ entity: disputeEntity }),
    payment: z.object({ entity: paymentEntity }).optional().catch(undefined),
  })
  .transform(({ dispute, payment }): Fact[] => {
    const isOfIt = payment?.entity.id === dispute.entity.payment_id
    const paidFirst = payment && isOfIt ? paidFact(payment.entity) : null
    return [...(paidFirst ? [paidFirst] : []), chargebackFact(dispute.entity)]
  })

/** What it says is not read: a report that comes late or twice would be taken for how it is now. */
const transferred = z
  .object({ transfer: z.object({ entity: z.object({ id: z.string(), source: z.string().nullish() }) }) })
  .transform(
    ({ transfer: { entity } }): Fact => ({
      kind: 'hold_news',
      ids: [entity.id, ...(entity.source ? [entity.source] : [])],
    }),
  )
const reviewed = z
  .object({ merchant_product: z.object({ entity: z.object({ merchant_id: z.string() }) }) })
  .transform(
    ({ merchant_product }): Fact => ({
      kind: 'account_news',
      ids: [merchant_product.entity.merchant_id],
    }),
  )

/**
 * What we read. A failed payment is none of it: the order stays open, and the payer may try again. An authorised one is
 * not ours yet.
 */
const READERS = new Map<string, z.ZodType<Fact | null | Fact[]>>([
  ['payment.captured', paid],
  ['order.paid', paid],
  ['settlement.processed', settled],
  ...['created', 'processed', 'failed'].map((name) => [`refund.${name}`, refunded] as const),
  ...['pending', 'queued', 'initiated', 'updated', 'processed', 'reversed', 'failed', 'rejected'].map(
    (name) => [`payout.${name}`, paidOut] as const,
  ),
  ...['processed', 'failed'].map((name) => [`transfer.${name}`, transferred] as const),
  ...['under_review', 'needs_clarification', 'activated'].map(
    (name) => [`product.route.${name}`, reviewed] as const,
  ),
  ...['created', 'under_review', 'action_required', 'won', 'lost', 'closed'].map(
    (name) => [`payment.dispute.${name}`, disputed] as const,
  ),
])

/** `secrets`: of the payments' hook and of RazorpayX's, and during a change the old ones too. */
export function readEvent(secrets: readonly string[], raw: Buffer, signature: unknown): Reading {
  // all are tried, so that the time does not tell which one it was
  if (!secrets.map((secret) => isSigned(secret, raw, signature)).includes(true)) return { is: 'forged' }
  const body = event.safeParse(jsonOf(raw))
  if (!body.success) return { is: 'forged' }
  const eventId = createHash('sha256').update(raw).digest('hex')
  const { event: type, payload } = body.data
  const facts = [READERS.get(type)?.safeParse(payload).data ?? []].flat()
  return facts.length > 0 ? { is: 'facts', eventId, facts } : { is: 'ignored', eventId, type }
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
