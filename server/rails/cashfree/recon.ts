/**
 * A line of Cashfree's settlement reconciliation
 * (https://www.cashfree.com/docs/api-reference/payments/latest/settlement-reconciliation/settlement-reconciliation, and of its
 * events https://www.cashfree.com/docs/partners/embedded/reports/settlement-recon-reports), in our words.
 */
import { z } from 'zod'
import type { Movement } from '#server/rails/rail.ts'
import { signedPaiseField } from './amounts.ts'
import { paymentIdOf } from './ids.ts'

const text = z.union([z.string(), z.int()]).transform(String).nullish()
const amount = signedPaiseField.nullish().transform((paise) => paise ?? 0)

const reconEvent = z.object({
  event_details: z.object({
    event_id: z.union([z.string(), z.int()]).transform(String),
    event_type: z.string(),
    sale_type: z.string(),
    event_amount: signedPaiseField,
    event_settlement_amount: signedPaiseField,
    event_service_charge: amount,
    event_service_tax: amount,
  }),
  order_details: z.object({ order_id: text }).nullish(),
  payment_details: z
    .object({ cf_payment_id: text, payment_service_charge: amount, payment_service_tax: amount })
    .nullish(),
  // the pages of one version say `settlement_utr`, those of another `utr`
  settlement_details: z.object({ cf_settlement_id: text, settlement_utr: text, utr: text }).nullish(),
})
type ReconEvent = z.output<typeof reconEvent>

/** Without a cursor there is no next page. */
export const reconPage = z.object({ cursor: z.string().nullish(), data: z.array(reconEvent) })

const TYPES: Readonly<Record<string, Movement['type']>> = { PAYMENT: 'payment', REFUND: 'refund' }
/** What takes back an earlier event may have its id. */
const REVERSED = /_REVERS(AL|E)$/
const OF_A_DISPUTE = /^(DISPUTE|CHARGEBACK)(_REVERSAL|_REVERSE)?$/

/** Null while it is part of no transfer: it comes again with the day on which it is. */
export function movementOf(item: ReconEvent): Movement | null {
  const { event_details: event, settlement_details: settlement } = item
  if (!settlement?.cf_settlement_id) return null
  const { event_id, event_type, event_amount, event_settlement_amount } = event
  const { cf_payment_id, order_id } = { ...item.payment_details, ...item.order_details }
  const paymentId = cf_payment_id && order_id ? paymentIdOf(order_id, cf_payment_id) : null
  const type = typeOf(event)
  const net = event.sale_type === 'DEBIT' ? -event_settlement_amount : event_settlement_amount
  return {
    ...{
      type,
      id: type === 'payment' && paymentId ? paymentId : idOf(event),
      amountPaise: Math.abs(event_amount),
    },
    ...{ debitPaise: Math.max(0, -net), creditPaise: Math.max(0, net), ...feeOf(item) },
    orderId: type === 'payment' ? (order_id ?? null) : null,
    paymentId: type === 'refund' ? paymentId : null,
    disputeId: OF_A_DISPUTE.test(event_type) ? event_id : null,
    settlementId: settlement.cf_settlement_id,
    settlementUtr: settlement.settlement_utr ?? settlement.utr ?? null,
  }
}

const idOf = ({ event_id, event_type }: ReconEvent['event_details']): string =>
  REVERSED.test(event_type) ? `${event_id}.reversal` : event_id

/** A payment that is debited and an amount below zero are in no document: a person looks at them. */
function typeOf({ event_type, sale_type, event_amount }: ReconEvent['event_details']): Movement['type'] {
  const type = TYPES[event_type] ?? 'adjustment'
  const isOdd =
    event_amount < 0 ||
    !['CREDIT', 'DEBIT'].includes(sale_type) ||
    (type === 'payment' && sale_type !== 'CREDIT') ||
    (type === 'refund' && sale_type !== 'DEBIT')
  return isOdd ? 'other' : type
}

/** Of a payment it stands with the payment, of all else with the event. */
function feeOf({ event_details: event, payment_details: payment }: ReconEvent) {
  const [charge, taxPaise] =
    event.event_type === 'PAYMENT' && payment
      ? [payment.payment_service_charge, payment.payment_service_tax]
      : [event.event_service_charge, event.event_service_tax]
  // one that is given back is no fee: then the line is not what its amount less the fee comes to, and a person looks at it
  const feePaise = Math.max(0, charge + taxPaise)
  return { feePaise, taxPaise: Math.min(Math.max(0, taxPaise), feePaise) }
}
