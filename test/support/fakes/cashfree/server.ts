/**
 * A pretended Cashfree on this machine: Payment Gateway and Payouts as their pages describe them (named in
 * test/fixtures/cashfree). Its webhooks are signed, and wait to be delivered: the test says in which order, and how often.
 */
import { createHmac } from 'node:crypto'
import {
  type FakeAnswer,
  type FakeCall,
  FakeProvider,
  type SignedEvent,
} from '#test/support/fakes/fake-provider.ts'
import { CHECKOUT_STUB } from './checkout-stub.ts'
import { FakeSettlements } from './settlements.ts'

export const CASHFREE_FAKE = {
  pg: { clientId: 'TEST00000001', clientSecret: 'fake-pg-secret' },
  payout: { clientId: 'CFTEST000001', clientSecret: 'fake-payout-secret' },
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of the pages, in every shape
type Row = Record<string, any>
type Product = keyof typeof CASHFREE_FAKE

/** `type`: one of the pages. */
class CashfreeRefusal extends Error {
  readonly status: number
  readonly body: { message: string; code: string; type: string }
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.body = { message, code, type: 'invalid_request_error' }
  }
}
function must(condition: unknown, code: string, status = 400): asserts condition {
  if (!condition) throw new CashfreeRefusal(status, code)
}

/** Rupees, with at most two digits after the point. */
const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 1 && /^\d+(\.\d{1,2})?$/.test(String(value))

let count = 100_000

export class FakeCashfree extends FakeProvider {
  readonly orders = new Map<string, Row>()
  readonly payments: Row[] = []
  readonly refunds: Row[] = []
  readonly beneficiaries = new Map<string, Row>()
  readonly transfers = new Map<string, Row>()
  readonly settlements = new FakeSettlements()
  /** In rupees, of the account of payouts. */
  balance = Number.MAX_SAFE_INTEGER
  /** Unix seconds, of the times in what it tells. */
  nowS = () => Math.floor(Date.now() / 1_000)
  readonly #events: { product: Product; type: string; body: string }[] = []

  /** Takes what was not delivered yet, signed; with `secret` by somebody else. */
  takeEvents(secret?: string): SignedEvent[] {
    return this.#events.splice(0).map(({ product, type, body }) => {
      const timestamp = String(Date.now())
      const hmac = createHmac('sha256', secret ?? CASHFREE_FAKE[product].clientSecret)
      const headers = {
        'content-type': 'application/json',
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': hmac.update(timestamp + body).digest('base64'),
      }
      return { event: type, body, headers }
    })
  }

  /** A payer pays an order; answers Cashfree's id of the payment. */
  pay(orderId: string, status: 'SUCCESS' | 'FAILED' = 'SUCCESS', amount?: number): string {
    const order = this.orders.get(orderId)
    must(order?.order_status === 'ACTIVE', 'order_inactive')
    count += 1
    const payment = {
      ...{ cf_payment_id: String(count), order_id: orderId, payment_status: status },
      ...{ payment_amount: amount ?? order.order_amount, payment_currency: 'INR', payment_group: 'upi' },
      payment_method: { upi: { channel: 'collect', upi_id: 'asha@okbank' } },
    }
    this.payments.push(payment)
    if (status === 'SUCCESS') order.order_status = 'PAID'
    const { order_id, order_amount, order_currency } = order
    this.#tell('pg', `PAYMENT_${status}_WEBHOOK`, {
      ...{ order: { order_id, order_amount, order_currency, order_tags: null }, payment },
      customer_details: order.customer_details,
    })
    return payment.cf_payment_id
  }

  endRefund(id: string, status: 'SUCCESS' | 'CANCELLED'): void {
    const refund = this.refunds.find(({ cf_refund_id }) => cf_refund_id === id)
    must(refund, 'refund_not_found', 404)
    this.#tell('pg', 'REFUND_STATUS_WEBHOOK', { refund: Object.assign(refund, { refund_status: status }) })
  }

  endTransfer(id: string, status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'REJECTED'): void {
    const transfer = this.transfers.get(id)
    must(transfer, 'transfer_not_found', 404)
    if (status !== 'SUCCESS') this.balance += transfer.transfer_amount
    const status_code = status === 'SUCCESS' ? 'SENT_TO_BENEFICIARY' : 'BENE_BANK_DECLINED'
    this.#tell('payout', `TRANSFER_${status}`, Object.assign(transfer, { status, status_code }))
  }

  /** A payer disputes a payment, by Cashfree's id of it; `to` is the end of its state. */
  dispute(paymentId: string, to: string, disputeId = '433475258'): void {
    const payment = this.payments.find(({ cf_payment_id }) => cf_payment_id === paymentId)
    must(payment, 'payment_not_found', 404)
    const isOver = /WON|LOST|ACCEPTED/.test(to)
    this.#tell('pg', isOver ? 'DISPUTE_CLOSED' : to === 'CREATED' ? 'DISPUTE_CREATED' : 'DISPUTE_UPDATED', {
      dispute: {
        ...{ dispute_id: disputeId, dispute_type: 'CHARGEBACK', dispute_status: `CHARGEBACK_${to}` },
        ...{ dispute_amount: payment.payment_amount, reason_code: '4855' },
        reason_description: 'Goods or Services Not Received',
        respond_by: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      },
      order_details: { order_id: payment.order_id, cf_payment_id: payment.cf_payment_id },
    })
  }

  protected override refusal(status: number): unknown {
    return { message: 'try later', code: status === 429 ? 'rate_limited' : 'api_error', type: 'api_error' }
  }

  protected override answer(call: FakeCall): FakeAnswer {
    if (call.url.pathname === '/js/v3/cashfree.js') return { status: 200, body: CHECKOUT_STUB }
    try {
      const [, product = '', ...path] = call.url.pathname.split('/')
      if (product === '_fake') return { status: 200, body: this.#control(call, path) }
      requireKeys(call, product)
      const body = product === 'pg' ? this.#gateway(call, path) : this.#payouts(call, path.join('/'))
      return { status: 200, body }
    } catch (error) {
      if (!(error instanceof CashfreeRefusal)) throw error
      return { status: error.status, body: error.body }
    }
  }

  /** For whoever tries it by hand: what a payer and a bank do. */
  #control({ body }: FakeCall, [what, id = '']: string[]): unknown {
    if (what === 'dump')
      return {
        orders: [...this.orders.values()],
        refunds: this.refunds,
        transfers: [...this.transfers.values()],
      }
    if (what === 'refunds') return { ok: this.endRefund(id, body.to) ?? true }
    if (what === 'transfers') return { ok: this.endTransfer(id, body.to) ?? true }
    must(what === 'pay', 'request_failed', 404)
    const order = [...this.orders.values()].find((row) => row.payment_session_id === body.session)
    must(order, 'order_not_found', 404)
    return { cf_payment_id: this.pay(order.order_id, body.status) }
  }

  #gateway({ method, headers, body }: FakeCall, [root, id = '', part]: string[]): unknown {
    if (root === 'settlement' && id === 'recon') return this.#recon(headers, body)
    if (root !== 'orders') throw new CashfreeRefusal(404, 'request_failed', 'bad URL')
    if (method === 'POST' && id === '') return this.#createOrder(body)
    const order = this.orders.get(id)
    must(order, 'order_not_found', 404)
    if (part === undefined) return order
    if (part === 'payments') return this.payments.filter(({ order_id }) => order_id === id)
    must(part === 'refunds', 'request_failed', 404)
    return method === 'POST'
      ? this.#createRefund(order, body)
      : this.refunds.filter(({ order_id }) => order_id === id)
  }

  #recon(headers: FakeCall['headers'], body: Row): Row {
    // the filters by the day of the transfer are of this version
    must(headers['x-api-version'] === '2026-01-01', 'filters_invalid')
    const page = this.settlements.page(body)
    must(page, 'pagination_or_filters_invalid')
    return page
  }

  /** https://www.cashfree.com/docs/api-reference/payments/latest/orders/create */
  #createOrder(fields: Row): Row {
    const { order_id, order_amount, order_currency, customer_details } = fields
    must(/^[\w-]{3,45}$/.test(order_id), 'order_id_invalid')
    must(isAmount(order_amount), 'order_amount_invalid')
    must(order_currency === 'INR', 'order_currency_invalid')
    must(/^\w{3,50}$/.test(customer_details?.customer_id), 'customer_id_invalid')
    must(/^\d{10}$/.test(customer_details?.customer_phone), 'customer_phone_invalid')
    must(!this.orders.has(order_id), 'order_already_exists', 409)
    count += 1
    const order = {
      ...{ cf_order_id: String(count), entity: 'order', ...fields, order_status: 'ACTIVE' },
      payment_session_id: `session_${count}`,
    }
    this.orders.set(order_id, order)
    return order
  }

  /** https://www.cashfree.com/docs/api-reference/payments/latest/refunds/create */
  #createRefund(order: Row, { refund_id, refund_amount, refund_speed }: Row): Row {
    must(/^[\w-]{3,40}$/.test(refund_id), 'refund_id_invalid')
    must(isAmount(refund_amount), 'refund_amount_invalid')
    const before = this.refunds.find((row) => row.refund_id === refund_id && row.order_id === order.order_id)
    must(!before || before.refund_amount === refund_amount, 'refund_id_already_exists')
    if (before) return before
    must(order.order_status === 'PAID', 'refund_not_allowed', 409)
    const payment = this.payments.find(
      (row) => row.order_id === order.order_id && row.payment_status === 'SUCCESS',
    )
    const given = this.refunds
      .filter((row) => row.order_id === order.order_id && row.refund_status !== 'CANCELLED')
      .reduce((sum, row) => sum + row.refund_amount, 0)
    must(given + refund_amount <= payment?.payment_amount, 'refund_amount_invalid')
    count += 1
    const refund = {
      ...{ cf_refund_id: String(count), cf_payment_id: payment?.cf_payment_id, refund_id, refund_amount },
      ...{ order_id: order.order_id, refund_currency: 'INR', entity: 'refund', refund_status: 'PENDING' },
      ...{ refund_speed, status_description: 'In Progress' },
    }
    this.refunds.push(refund)
    return refund
  }

  #payouts({ method, body, url }: FakeCall, path: string): Row {
    if (method === 'POST' && path === 'beneficiary') return this.#createBeneficiary(body)
    if (method === 'POST' && path === 'transfers') return this.#createTransfer(body)
    must(path === 'transfers', 'request_failed', 404)
    const transfer = this.transfers.get(url.searchParams.get('transfer_id') ?? '')
    must(transfer, 'transfer_not_found', 404)
    return transfer
  }

  /** https://www.cashfree.com/docs/api-reference/payouts/v2/response-codes */
  #createBeneficiary(fields: Row): Row {
    const { beneficiary_id, beneficiary_name, beneficiary_instrument_details: target } = fields
    must(/^\w{1,50}$/.test(beneficiary_id), 'beneficiary_id_invalid')
    must(/^[a-zA-Z ]{1,100}$/.test(beneficiary_name), 'beneficiary_name_invalid')
    must(target?.vpa || /^[A-Z]{4}0[A-Z0-9]{6}$/.test(target?.bank_ifsc), 'bank_ifsc_invalid')
    must(target.vpa || /^[a-zA-Z0-9]{4,25}$/.test(target.bank_account_number), 'bank_account_number_invalid')
    must(!this.beneficiaries.has(beneficiary_id), 'beneficiary_id_already_exists', 409)
    const same = [...this.beneficiaries.values()].some(
      (row) => JSON.stringify(row.beneficiary_instrument_details) === JSON.stringify(target),
    )
    must(!same, 'beneficiary_already_exists', 409)
    this.beneficiaries.set(beneficiary_id, { ...fields, beneficiary_status: 'VERIFIED' })
    return fields
  }

  /** https://www.cashfree.com/docs/api-reference/payouts/v2/transfers-v2/standard-transfer-v2 */
  #createTransfer(fields: Row): Row {
    const { transfer_id, transfer_amount, transfer_mode, transfer_remarks = '', beneficiary_details } = fields
    must(/^\w{1,40}$/.test(transfer_id), 'transfer_id_invalid')
    must(isAmount(transfer_amount), 'transfer_amount_invalid')
    must(/^[a-zA-Z0-9 ]{0,70}$/.test(transfer_remarks), 'transfer_remarks_invalid')
    const target = this.beneficiaries.get(beneficiary_details?.beneficiary_id)
    must(target, 'beneficiary_not_found', 404)
    const isUpi = Boolean(target.beneficiary_instrument_details.vpa)
    must(isUpi === (transfer_mode === 'upi'), 'transfer_mode_invalid')
    must(transfer_mode !== 'upi' || transfer_amount <= 1_00_000, 'transfer_amount_invalid')
    must(transfer_mode !== 'imps' || transfer_amount <= 5_00_000, 'transfer_amount_invalid')
    must(!this.transfers.has(transfer_id), 'transfer_id_already_exists', 409)
    count += 1
    const transfer = {
      ...{ transfer_id, cf_transfer_id: String(count), status: 'RECEIVED', status_code: 'RECEIVED' },
      ...{ beneficiary_details, transfer_amount, transfer_mode: isUpi ? 'UPI' : 'BANK' },
      fundsource_id: 'CASHFREE_1',
    }
    this.transfers.set(transfer_id, transfer)
    if (transfer_amount > this.balance)
      this.#tell(
        'payout',
        'TRANSFER_FAILED',
        Object.assign(transfer, { status: 'FAILED', status_code: 'INSUFFICIENT_BALANCE' }),
      )
    else this.balance -= transfer_amount
    return transfer
  }

  #tell(product: Product, type: string, data: Row): void {
    const body = JSON.stringify({ data, event_time: new Date(this.nowS() * 1_000).toISOString(), type })
    this.#events.push({ product, type, body })
  }
}

function requireKeys({ headers }: FakeCall, product: string): void {
  const keys = CASHFREE_FAKE[product as Product]
  must(keys, 'request_failed', 404)
  const isKnown = headers['x-client-id'] === keys.clientId && headers['x-client-secret'] === keys.clientSecret
  if (!isKnown) throw new CashfreeRefusal(401, 'request_failed', 'authentication Failed')
  must(/^\d{4}-\d{2}-\d{2}$/.test(String(headers['x-api-version'])), 'version_missing')
}
