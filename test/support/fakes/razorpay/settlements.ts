/** Settlements and their report: https://razorpay.com/docs/api/settlements/fetch-recon */
import { istDay } from '#core/time.ts'
import { type FakeEntity, type FakeState, requireThat } from './state.ts'

/** In hundredths of a per cent, and the GST on it. */
const [FEE_BP, TAX_PERCENT] = [200, 18]

/** All captured payments, refunds and transfers to payees that were not settled yet go to the bank account, in one transfer. */
export function settle(state: FakeState): FakeEntity {
  const settlement = state.add('setl', 'settlement', { status: 'processed', utr: utrOf(state) })
  const isSettled = (id: string) => state.list('recon', ({ entity_id }) => entity_id === id).count > 0
  const open = [...state.entities.values()].filter(
    ({ id, entity, status }) =>
      ((entity === 'payment' && ['captured', 'refunded'].includes(status)) ||
        (entity === 'refund' && status !== 'failed') ||
        (entity === 'transfer' && status === 'processed')) &&
      !isSettled(id),
  )
  for (const row of open) addLine(state, settlement, row)
  return tellSettled(state, settlement.id)
}

/** As theirs look: digits of the moment and a few letters. */
const utrOf = (state: FakeState): string =>
  `${state.now()}e1p${state.entities.size.toString(36).padStart(5, '0')}`

/** The transfer to the bank is of what its lines come to. */
export function tellSettled(state: FakeState, id: string): FakeEntity {
  const { items } = state.list('recon', ({ settlement_id }) => settlement_id === id)
  const amount = items.reduce((sum, { credit, debit }) => sum + credit - debit, 0)
  const settlement = { ...state.find(id, 'settlement'), amount, fees: 0, tax: 0 }
  state.entities.set(id, settlement)
  state.tell('settlement.processed', { settlement })
  return settlement
}

function addLine(state: FakeState, settlement: FakeEntity, { id, entity, ...row }: FakeEntity): void {
  const isPayment = entity === 'payment'
  const net = isPayment ? Math.round((row.amount * FEE_BP) / 10_000) : 0
  const tax = Math.round((net * TAX_PERCENT) / 100)
  state.add('recon', 'recon', {
    ...{ entity_id: id, type: entity, amount: row.amount, currency: 'INR', fee: net + tax, tax },
    ...{ debit: isPayment ? 0 : row.amount, credit: isPayment ? row.amount - net - tax : 0 },
    ...{ settled: true, settled_at: settlement.created_at, on_hold: false, dispute_id: null },
    ...{ settlement_id: settlement.id, settlement_utr: settlement.utr },
    ...{ payment_id: row.payment_id ?? null, order_id: row.order_id ?? null },
  })
}

export function reconOf(state: FakeState, query: URLSearchParams) {
  const [year, month, day] = ['year', 'month', 'day'].map((name) => query.get(name) ?? '')
  requireThat(/^\d{4}$/.test(year ?? ''), 'The year must be 4 digits.')
  requireThat(Number(month) >= 1 && Number(month) <= 12, 'The month is not a valid month.')
  const [count, skip] = [Number(query.get('count') ?? 10), Number(query.get('skip') ?? 0)]
  requireThat(count >= 1 && count <= 1_000, 'The count must be at least 1.')
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const { items } = state.list('recon', ({ settled_at }) => istDay(settled_at * 1_000) === date)
  // in their order: the list turns it round
  const few = items.reverse().slice(skip, skip + count)
  return { entity: 'collection', count: few.length, items: few }
}
