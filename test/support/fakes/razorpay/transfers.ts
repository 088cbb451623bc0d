/** Transfers to payees' accounts, on hold, let go and taken back: https://razorpay.com/docs/api/payments/route */
import { requirePayable } from './accounts.ts'
import { type FakeEntity, FakeRefusal, type FakeState, requireThat } from './state.ts'

type Fields = Record<string, unknown>
const FIELDS = ['account', 'amount', 'currency', 'notes', 'linked_account_notes', 'on_hold', 'on_hold_until']

export const transfersOf = (state: FakeState, source: string): FakeEntity[] =>
  state.list('transfer', (row) => row.source === source).items.reverse()

export function checkTransfers(state: FakeState, amount: number, transfers: Fields[]): void {
  const sum = transfers.reduce((total, transfer) => total + Number(transfer.amount), 0)
  requireThat(sum <= amount, 'The sum of amount requested for transfer is greater than the captured amount')
  for (const transfer of transfers) {
    const extra = Object.keys(transfer).find((name) => !FIELDS.includes(name))
    requireThat(!extra, `${extra} is/are not required and should not be sent`)
    requireThat(transfer.currency === 'INR', 'The currency should be INR for transfers')
    requireThat(Number.isInteger(transfer.amount), 'The amount must be an integer.')
    requireThat(Number(transfer.amount) >= 100, 'The transfers.0.amount must be at least 100.')
    requirePayable(state, transfer.account)
  }
}

/** Of an order they wait for its payment. */
export const addTransfers = (state: FakeState, source: string, transfers: Fields[]): FakeEntity[] =>
  transfers.map(({ account, amount, currency, on_hold = false, notes = [] }) =>
    state.add('trf', 'transfer', {
      ...{ source, recipient: account, amount, currency, amount_reversed: 0, on_hold },
      ...{ status: 'created', settlement_status: null, recipient_settlement_id: null, error: {} },
      ...{ notes, linked_account_notes: [], on_hold_until: null, processed_at: null, fees: 0, tax: null },
    }),
  )

/** The payment is there. `failing`: how many of the next ones fail, as for want of balance. */
export function process(state: FakeState, transfer: FakeEntity): void {
  if (!['created', 'pending', 'failed'].includes(transfer.status)) return
  const isFailed = state.failing > 0
  if (isFailed) state.failing -= 1
  Object.assign(
    transfer,
    isFailed
      ? { status: 'failed', error: { reason: 'insufficient_balance' } }
      : { status: 'processed', processed_at: state.now(), ...settlementOf(Boolean(transfer.on_hold)) },
  )
  state.tell(`transfer.${transfer.status}`, { transfer })
}

const settlementOf = (isOnHold: boolean) => ({ settlement_status: isOnHold ? 'on_hold' : 'pending' })

export function transferPayment(state: FakeState, paymentId: string, fields: Fields) {
  const payment = state.find(paymentId, 'payment')
  requireThat(payment.captured, 'The payment status should be captured for action to be taken')
  const held = [...transfersOf(state, payment.order_id), ...transfersOf(state, paymentId)]
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, row) => sum + row.amount - row.amount_reversed, 0)
  const amount = payment.amount - payment.amount_refunded - held
  checkTransfers(state, amount, fields.transfers as Fields[])
  const rows = addTransfers(state, paymentId, fields.transfers as Fields[])
  for (const transfer of rows) process(state, transfer)
  return { entity: 'collection', count: rows.length, items: rows }
}

/** https://razorpay.com/docs/api/payments/route/modify-settlement-hold */
export function setHold(state: FakeState, id: string, { on_hold }: Fields): FakeEntity {
  const transfer = state.find(id, 'transfer')
  requireThat(typeof on_hold === 'boolean', 'The on hold field must be true or false.')
  if (transfer.settlement_status === 'settled')
    return on_hold ? refuse('The transfer is settled already') : transfer
  return Object.assign(transfer, { on_hold, ...(transfer.settlement_status ? settlementOf(on_hold) : {}) })
}

function refuse(words: string): never {
  throw new FakeRefusal(400, words)
}

/** Without any idempotency, as documented: each call reverses once more. */
export function reverse(state: FakeState, id: string, amount: unknown): FakeEntity {
  const transfer = state.find(id, 'transfer')
  requireThat(Number(amount) >= 100, 'The amount must be at least INR 1.00')
  requireThat(
    Number.isInteger(amount) && transfer.amount_reversed + Number(amount) <= transfer.amount,
    'The reversal amount exceeds the transfer amount',
  )
  requireThat(
    transfer.settlement_status === 'on_hold' || transfer.settlement_status === 'pending',
    'The linked account does not have sufficient balance to process reversal.',
  )
  transfer.amount_reversed += Number(amount)
  transfer.status = transfer.amount_reversed === transfer.amount ? 'reversed' : 'partially_reversed'
  return state.add('rvrsl', 'reversal', {
    ...{ transfer_id: id, amount, currency: 'INR', fee: 0, tax: 0, notes: [] },
    ...{ initiator_id: 'Fake0000000001', customer_refund_id: null },
  })
}

/** Their next settlement: what is not on hold leaves for the payee's bank. */
export function settleTransfers(state: FakeState): FakeEntity[] {
  const due = state.list('transfer', ({ settlement_status }) => settlement_status === 'pending').items
  for (const transfer of due)
    Object.assign(transfer, {
      settlement_status: 'settled',
      recipient_settlement_id: `setl_${transfer.id.slice(4)}`,
    })
  return due
}
