/** What each provider with settlement reports can be made to settle, report and get wrong, behind one set of levers. */
import { rupeesOf } from '#server/rails/cashfree/amounts.ts'
import type { FakeCashfree } from './cashfree/server.ts'
import { openDispute } from './razorpay/disputes.ts'
import type { FakeRazorpay } from './razorpay/server.ts'
import { settle, tellSettled } from './razorpay/settlements.ts'

interface FakeSettlement {
  readonly id: string
  readonly utr: string
}

/** What a line says otherwise, in paise; the fee is with its tax. */
export interface LineChange {
  readonly amountPaise?: number
  readonly creditPaise?: number
  readonly feePaise?: number
  readonly taxPaise?: number
}

export interface SettlementLevers {
  /** Of method and path. */
  readonly reportCall: RegExp
  /** A webhook tells of a transfer to the bank before its report does. */
  readonly tells: boolean
  readonly setClock: (unixSeconds: number) => void
  /** All that was not settled yet goes to the bank in one transfer. */
  readonly settle: () => FakeSettlement
  /** The transfer is of what its lines come to by now. */
  readonly tellSettled: (id: string) => void
  /** By the payment as the rail names it. */
  readonly changeLine: (paymentId: string, change: LineChange) => void
  /** Takes the line out of the report; what is answered puts it into that of the clock's day. */
  readonly takeLine: (paymentId: string) => () => void
  /** Something else that the transfer of a payment's line is lowered by. */
  readonly addAdjustment: (
    paymentId: string,
    adjustment: { readonly id: string; readonly debitPaise: number; readonly isOfDispute?: boolean },
  ) => void
  /** A dispute whose money is taken; answers its id. */
  readonly takeByDispute: (paymentId: string) => string
  /** Refunds that are under way are done, and told. */
  readonly endRefunds: () => void
}

export function razorpaySettlements(fake: FakeRazorpay): SettlementLevers {
  const { state } = fake
  const lineOf = (entityId: string) => {
    const [line] = state.list('recon', ({ entity_id }) => entity_id === entityId).items
    if (!line) throw new Error(`no line of ${entityId}`)
    return line
  }
  return {
    reportCall: /recon\/combined$/,
    tells: true,
    setClock: (now) => {
      state.now = () => now
    },
    settle: () => {
      const { id, utr } = settle(state)
      return { id, utr }
    },
    tellSettled: (id) => void tellSettled(state, id),
    changeLine: (paymentId, { amountPaise, creditPaise, feePaise, taxPaise }) => {
      const change = { amount: amountPaise, credit: creditPaise, fee: feePaise, tax: taxPaise }
      const given = Object.entries(change).filter(([, paise]) => paise !== undefined)
      Object.assign(lineOf(paymentId), Object.fromEntries(given))
    },
    takeLine: (paymentId) => {
      const line = lineOf(paymentId)
      state.entities.delete(line.id)
      return () => void state.entities.set(line.id, { ...line, settled_at: state.now() })
    },
    addAdjustment: (paymentId, { id, debitPaise, isOfDispute = false }) => {
      const { created_at, id: _, ...line } = lineOf(paymentId)
      state.add('recon', 'recon', {
        ...{ ...line, entity_id: isOfDispute ? `adj_${id}` : id, type: 'adjustment' },
        ...{ dispute_id: isOfDispute ? id : null, order_id: null },
        ...{ amount: debitPaise, debit: debitPaise, credit: 0, fee: 0, tax: 0 },
      })
    },
    takeByDispute: (payment) => openDispute(state, { payment, isDeducted: true }).id,
    endRefunds: () => {
      for (const { id } of state.list('refund', ({ status }) => status === 'pending').items)
        fake.endRefund(id, 'processed')
    },
  }
}

export function cashfreeSettlements(fake: FakeCashfree): SettlementLevers {
  const { settlements } = fake
  const eventIdOf = (paymentId: string): string => paymentId.slice(paymentId.lastIndexOf('.') + 1)
  const lineOf = (paymentId: string) => {
    const line = settlements.find(eventIdOf(paymentId))
    if (!line) throw new Error(`no line of ${paymentId}`)
    return line
  }
  return {
    reportCall: /settlement\/recon$/,
    tells: false,
    setClock: (now) => {
      settlements.now = () => now
    },
    settle: () => settlements.settle(fake.payments, fake.refunds),
    tellSettled: () => undefined,
    changeLine: (paymentId, { amountPaise, creditPaise, feePaise, taxPaise }) => {
      const { event_details: event, payment_details: payment } = lineOf(paymentId)
      if (amountPaise !== undefined) event.event_amount = rupeesOf(amountPaise)
      if (creditPaise !== undefined) event.event_settlement_amount = rupeesOf(creditPaise)
      if (taxPaise !== undefined) payment.payment_service_tax = rupeesOf(taxPaise)
      if (feePaise !== undefined)
        payment.payment_service_charge = rupeesOf(feePaise - Math.round(payment.payment_service_tax * 100))
    },
    takeLine: (paymentId) => {
      const line = lineOf(paymentId)
      settlements.lines.splice(settlements.lines.indexOf(line), 1)
      const { cf_settlement_id: id, settlement_utr: utr } = line.settlement_details
      return () => settlements.add({ id, utr }, line)
    },
    addAdjustment: (paymentId, { id, debitPaise, isOfDispute = false }) => {
      const { settlement_details: settlement } = lineOf(paymentId)
      settlements.add(
        { id: settlement.cf_settlement_id, utr: settlement.settlement_utr },
        {
          event_details: {
            ...{ event_id: id, event_type: isOfDispute ? 'CHARGEBACK' : 'OTHER_ADJUSTMENT' },
            ...{ sale_type: 'DEBIT', event_status: 'SUCCESS', event_currency: 'INR' },
            ...{ event_amount: rupeesOf(debitPaise), event_settlement_amount: rupeesOf(debitPaise) },
          },
        },
      )
    },
    takeByDispute: (paymentId) => {
      const id = `cfd${eventIdOf(paymentId)}`
      fake.dispute(eventIdOf(paymentId), 'MERCHANT_LOST', id)
      return id
    },
    endRefunds: () => {
      for (const { cf_refund_id, refund_status } of fake.refunds)
        if (refund_status === 'PENDING') fake.endRefund(cf_refund_id, 'SUCCESS')
    },
  }
}
