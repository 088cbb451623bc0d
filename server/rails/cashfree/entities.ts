/** What is read of Cashfree's entities, and what each says in our words. More fields than these may come. */
import { z } from 'zod'
import type { ChargebackFact, OutFact, PaidFact } from '#server/rails/rail.ts'
import { paiseField } from './amounts.ts'
import { keyOf, paymentIdOf } from './ids.ts'

const text = z.string().nullish()
/** Numbers in one place and text in another. */
const id = z.union([z.string(), z.int()]).transform(String)

export const cashfreeOrder = z.object({
  order_id: z.string(),
  order_amount: paiseField,
  order_currency: z.string(),
  payment_session_id: z.string(),
})

export const cashfreePayment = z.object({
  cf_payment_id: id,
  payment_status: z.string(),
  payment_amount: paiseField,
  payment_currency: z.string(),
  payment_group: text,
  payment_method: z
    .object({ upi: z.object({ upi_id: text }).nullish() })
    .nullish()
    .catch(null),
})

/** Null unless it has succeeded: a failed one leaves the order open. */
export function paidBy(orderId: string, payment: z.output<typeof cashfreePayment>): PaidFact | null {
  const { cf_payment_id, payment_status, payment_amount, payment_currency } = payment
  if (payment_status !== 'SUCCESS' || payment_currency !== 'INR' || payment_amount <= 0) return null
  return {
    ...{ kind: 'paid', paymentId: paymentIdOf(orderId, cf_payment_id), orderId, reference: null },
    amountPaise: payment_amount,
    source: payment.payment_method?.upi?.upi_id || payment.payment_group || 'cashfree',
  }
}

/** https://www.cashfree.com/docs/api-reference/payments/latest/refunds/create */
export const cashfreeRefund = z.object({
  cf_refund_id: id,
  refund_id: z.string(),
  refund_status: z.string(),
  status_description: text,
})

const REFUND_ENDS = new Map<string, OutFact['state']>([
  ['SUCCESS', 'done'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
])

/** `PENDING`, `ONHOLD` and a state that nobody has heard of are pending: it is asked about again. */
export function refundedBy(refund: z.output<typeof cashfreeRefund>): OutFact {
  const { cf_refund_id, refund_id, refund_status, status_description } = refund
  const detail = [refund_status, status_description].filter(Boolean).join(': ')
  const state = REFUND_ENDS.get(refund_status) ?? 'pending'
  return { kind: 'out', key: keyOf(refund_id), providerId: cf_refund_id, state, detail }
}

/** https://www.cashfree.com/docs/api-reference/payouts/v2/transfers-v2/standard-transfer-v2 */
export const cashfreeTransfer = z.object({
  transfer_id: z.string(),
  cf_transfer_id: id.nullish(),
  status: z.string(),
  status_code: text,
})

/** A state that nobody has heard of is an open one: it is asked about again. */
const TRANSFER_ENDS = new Map<string, OutFact['state']>([
  ['SUCCESS', 'done'],
  ['REVERSED', 'returned'],
  ['FAILED', 'failed'],
  ['REJECTED', 'failed'],
  ['MANUALLY_REJECTED', 'failed'],
])

/** `providerId` is our own id until Cashfree has given one. */
export function transferredBy(transfer: z.output<typeof cashfreeTransfer>): OutFact {
  const { transfer_id, cf_transfer_id, status, status_code } = transfer
  const detail = [status, status_code].filter(Boolean).join(': ')
  const state = TRANSFER_ENDS.get(status) ?? 'pending'
  return { kind: 'out', key: keyOf(transfer_id), providerId: cf_transfer_id ?? transfer_id, state, detail }
}

/** https://www.cashfree.com/docs/api-reference/payments/latest/disputes/dispute-webhooks */
export const cashfreeDispute = z.object({
  dispute: z.object({
    dispute_id: id,
    dispute_type: z.string(),
    dispute_status: z.string(),
    dispute_amount: paiseField,
    reason_description: text,
    respond_by: text,
  }),
  order_details: z.object({ order_id: z.string(), cf_payment_id: id }),
})

const stateOf = (status: string): ChargebackFact['state'] => {
  if (/_MERCHANT_WON$/.test(status)) return 'won'
  if (/_(MERCHANT_LOST|MERCHANT_ACCEPTED|INSUFFICIENT_EVIDENCE)$/.test(status)) return 'lost'
  return /_CREATED$/.test(status) ? 'open' : 'under_review'
}

/** No page says when the money is taken: all of it is, once it is lost. */
export function disputedBy({ dispute, order_details }: z.output<typeof cashfreeDispute>): ChargebackFact {
  const state = stateOf(dispute.dispute_status)
  const respondBy = Date.parse(dispute.respond_by ?? '')
  return {
    ...{ kind: 'chargeback', disputeId: dispute.dispute_id, state },
    paymentId: paymentIdOf(order_details.order_id, order_details.cf_payment_id),
    amountPaise: dispute.dispute_amount,
    deductedPaise: state === 'lost' ? dispute.dispute_amount : 0,
    ...{ phase: dispute.dispute_type.toLowerCase(), reason: dispute.reason_description ?? '' },
    respondBy: Number.isNaN(respondBy) ? null : respondBy,
  }
}
