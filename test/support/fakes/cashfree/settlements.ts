/**
 * Transfers to the operator's bank and their reconciliation:
 * https://www.cashfree.com/docs/api-reference/payments/latest/settlement-reconciliation/settlement-reconciliation
 */
import { istDay } from '#core/time.ts'
import { paiseField, rupeesOf } from '#server/rails/cashfree/amounts.ts'

// biome-ignore lint/suspicious/noExplicitAny: the fields of the page
type Row = Record<string, any>

/** In hundredths of a per cent, and the GST on it. */
const [FEE_BP, TAX_PERCENT] = [200, 18]
const SMALLEST_PAGE = 10
const LARGEST_PAGE = 1_000

export class FakeSettlements {
  /** Unix seconds. */
  now = (): number => Math.floor(Date.now() / 1_000)
  /** In their order, each with the day of its transfer. */
  readonly lines: Row[] = []
  #count = 738

  /** All that has succeeded and was not settled yet, in one transfer. */
  settle(payments: readonly Row[], refunds: readonly Row[]): { readonly id: string; readonly utr: string } {
    this.#count += 1
    const settlement = {
      id: String(this.#count),
      utr: `CFS${this.now()}${this.#count}`,
    }
    for (const payment of payments)
      if (payment.payment_status === 'SUCCESS' && !this.find(payment.cf_payment_id))
        this.add(settlement, eventOfPayment(payment))
    for (const refund of refunds)
      if (refund.refund_status !== 'CANCELLED' && !this.find(refund.cf_refund_id))
        this.add(settlement, eventOfRefund(refund))
    return settlement
  }

  find(eventId: string): Row | undefined {
    return this.lines.find(({ event_details }) => event_details.event_id === eventId)
  }

  add({ id, utr }: { readonly id: string; readonly utr: string }, event: Row): void {
    const processed_on = new Date(this.now() * 1_000).toISOString()
    const settlement_details = { cf_settlement_id: id, settlement_utr: utr, settlement_date: processed_on }
    this.lines.push({ ...event, settlement_details })
  }

  /** Null for a request that the page does not allow. */
  page({ pagination, filters }: Row): Row | null {
    const { limit, cursor } = pagination ?? {}
    const { start_date_processed_on: from, end_date_processed_on: until } = filters ?? {}
    const isCursor = cursor === null || /^\d+$/.test(cursor)
    if (!(limit >= SMALLEST_PAGE && limit <= LARGEST_PAGE) || !isCursor) return null
    if (!/^\d{4}-\d{2}-\d{2}T00:00:00\+05:30$/.test(from) || from.slice(0, 10) !== until?.slice(0, 10))
      return null
    const all = this.lines.filter(
      ({ settlement_details }) =>
        istDay(Date.parse(settlement_details.settlement_date)) === from.slice(0, 10),
    )
    const start = Number(cursor ?? 0)
    const next = start + limit
    return { limit, cursor: next < all.length ? String(next) : null, data: all.slice(start, next) }
  }
}

function eventOfPayment({ cf_payment_id, order_id, payment_amount }: Row): Row {
  const paise = paiseField.parse(payment_amount)
  const charge = Math.round((paise * FEE_BP) / 10_000)
  const tax = Math.round((charge * TAX_PERCENT) / 100)
  return {
    event_details: {
      ...{ event_id: cf_payment_id, entity: 'recon', event_type: 'PAYMENT', sale_type: 'CREDIT' },
      ...{ event_status: 'SUCCESS', event_currency: 'INR', event_amount: payment_amount },
      event_settlement_amount: rupeesOf(paise - charge - tax),
    },
    order_details: { order_id },
    payment_details: {
      ...{ cf_payment_id, payment_amount },
      ...{ payment_service_charge: rupeesOf(charge), payment_service_tax: rupeesOf(tax) },
    },
  }
}

const eventOfRefund = ({ cf_refund_id, cf_payment_id, order_id, refund_id, refund_amount }: Row): Row => ({
  event_details: {
    ...{ event_id: cf_refund_id, entity: 'recon', event_type: 'REFUND', sale_type: 'DEBIT' },
    ...{ event_status: 'SUCCESS', event_currency: 'INR' },
    ...{ event_amount: refund_amount, event_settlement_amount: refund_amount },
  },
  order_details: { order_id },
  payment_details: { cf_payment_id },
  refund_details: { refund_id },
})
