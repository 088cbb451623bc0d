/** Orders, payments and refunds, with the limits that their pages name. */
import { type FakeEntity, type FakeState, requireThat } from './state.ts'
import { addTransfers, checkTransfers, process, reverse, transfersOf } from './transfers.ts'

type Fields = Record<string, unknown>
const ORDER_FIELDS = ['amount', 'currency', 'receipt', 'notes', 'partial_payment', 'transfers']

/** https://razorpay.com/docs/api/orders/create and https://razorpay.com/docs/api/payments/route/create-transfers-orders */
export function createOrder(state: FakeState, fields: Fields): FakeEntity {
  const { amount, currency, receipt = null, notes = [], transfers = [] } = fields
  const extra = Object.keys(fields).find((name) => !ORDER_FIELDS.includes(name))
  requireThat(!extra, `${extra} is/are not required and should not be sent`)
  requireThat(Number.isInteger(amount), 'The amount must be an integer.')
  requireThat((amount as number) >= 100, 'Order amount less than minimum amount allowed')
  requireThat(currency === 'INR', 'The currency is not supported.')
  requireThat(
    receipt === null || String(receipt).length <= 40,
    'The receipt may not be greater than 40 characters.',
  )
  requireThat(Object.keys(notes as object).length <= 15, 'The notes may not have more than 15 items.')
  requireThat(
    receipt === null || state.list('order', (order) => order.receipt === receipt).count === 0,
    'The receipt has already been taken.',
  )
  requireThat(
    !fields.partial_payment || (transfers as Fields[]).length === 0,
    'Transfers are not supported with partial payments.',
  )
  checkTransfers(state, amount as number, transfers as Fields[])
  const order = state.add('order', 'order', {
    ...{ amount, amount_due: amount, amount_paid: 0, attempts: 0, currency, notes, offer_id: null },
    ...{ receipt, status: 'created' },
  })
  if ((transfers as Fields[]).length === 0) return order
  const rows = addTransfers(state, order.id, transfers as Fields[])
  return { ...order, transfers: rows }
}

export interface FakePayment {
  readonly order: string
  readonly method?: 'upi' | 'card' | 'netbanking'
  readonly vpa?: string
  /** Captured unless it says otherwise. */
  readonly status?: 'authorized' | 'captured' | 'failed'
}

/** What a payer does in the checkout. */
export function payOrder(state: FakeState, { order: orderId, ...way }: FakePayment): FakeEntity {
  const { method = 'upi', vpa = 'asha@okbank', status = 'captured' } = way
  const order = state.find(orderId, 'order')
  requireThat(order.status !== 'paid', 'No more payments are allowed for a paid order')
  order.attempts += 1
  order.status = 'attempted'
  const payment = state.add('pay', 'payment', {
    ...{ amount: order.amount, currency: 'INR', status: status === 'failed' ? 'failed' : 'authorized' },
    ...{ order_id: order.id, invoice_id: null, international: false, method, amount_refunded: 0 },
    ...{ refund_status: null, captured: false, description: null, card_id: null, wallet: null },
    ...{ bank: method === 'netbanking' ? 'HDFC' : null, vpa: method === 'upi' ? vpa : null },
    ...{ email: 'void@razorpay.com', contact: '+919999999999', notes: [], fee: null, tax: null },
    ...{ error_code: null, error_description: null, error_source: null, error_step: null },
    ...{ error_reason: null, acquirer_data: {} },
  })
  state.tell(status === 'failed' ? 'payment.failed' : 'payment.authorized', { payment })
  return status === 'captured' ? capture(state, payment.id) : payment
}

export function capture(state: FakeState, id: string): FakeEntity {
  const payment = state.find(id, 'payment')
  requireThat(payment.status === 'authorized', 'This payment has already been captured')
  const order = state.find(payment.order_id, 'order')
  Object.assign(payment, { status: 'captured', captured: true, fee: 2, tax: 0 })
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  state.tell('payment.captured', { payment })
  state.tell('order.paid', { payment, order })
  for (const transfer of transfersOf(state, order.id)) process(state, transfer)
  return payment
}

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
export function createRefund(
  state: FakeState,
  paymentId: string,
  key: string | null,
  fields: Fields,
): FakeEntity {
  requireThat(key === null || key.length >= 10, 'The idempotency key must be at least 10 characters long.')
  requireThat(
    key === null || /^[\w-]+$/.test(key),
    'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
  )
  const create = () => addRefund(state, state.find(paymentId, 'payment'), fields)
  return key === null ? create() : state.once(`refund ${key}`, { paymentId, fields }, 409, create)
}

function addRefund(state: FakeState, payment: FakeEntity, fields: Fields): FakeEntity {
  const {
    amount = payment.amount,
    speed = 'normal',
    receipt = null,
    notes = [],
    reverse_all = false,
  } = fields
  requireThat(payment.captured, 'The payment status should be captured for action to be taken')
  requireThat(Number(amount) >= 100, 'The amount must be at least INR 1.00')
  requireThat(payment.amount_refunded < payment.amount, 'The payment has been fully refunded already')
  requireThat(
    payment.amount_refunded + Number(amount) <= payment.amount,
    'The refund amount provided is greater than amount captured',
  )
  if (reverse_all)
    for (const transfer of heldOf(state, payment))
      reverse(state, transfer.id, transfer.amount - transfer.amount_reversed)
  const held = heldOf(state, payment).reduce((sum, row) => sum + row.amount - row.amount_reversed, 0)
  requireThat(
    payment.amount_refunded + Number(amount) + held <= payment.amount,
    'The sum of amount requested for refund is greater than the available amount',
  )
  payment.amount_refunded += Number(amount)
  payment.refund_status = payment.amount_refunded === payment.amount ? 'full' : 'partial'
  const refund = state.add('rfnd', 'refund', {
    ...{ amount, currency: 'INR', payment_id: payment.id, notes, receipt, batch_id: null },
    ...{ acquirer_data: { arn: null }, status: 'pending', speed_requested: speed, speed_processed: 'normal' },
  })
  state.tell('refund.created', { refund, payment })
  return refund
}

/** What payees have of it cannot go back. */
const heldOf = (state: FakeState, { id, order_id }: FakeEntity): FakeEntity[] =>
  [...transfersOf(state, order_id), ...transfersOf(state, id)].filter(
    ({ status }) => status !== 'failed' && status !== 'reversed',
  )

export function endRefund(state: FakeState, id: string, status: 'processed' | 'failed'): void {
  const refund = state.find(id, 'refund')
  const payment = state.find(refund.payment_id, 'payment')
  refund.status = status
  if (status === 'failed') payment.amount_refunded -= refund.amount
  state.tell(`refund.${status}`, { refund, payment })
}
