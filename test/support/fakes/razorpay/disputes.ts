/** Disputes of payments: https://razorpay.com/docs/payments/disputes. What banks and we would do, by levers. */
import { type FakeEntity, type FakeState, requireThat } from './state.ts'

export interface FakeDispute {
  readonly payment: string
  /** The whole payment unless it says otherwise. */
  readonly amount?: number
  readonly phase?: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  /** Taken at once, and given back when it is won. */
  readonly isDeducted?: boolean
}
export type FakeDisputeStep = 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'

const WEEK_S = 7 * 86_400

export function openDispute(state: FakeState, { payment: id, ...given }: FakeDispute): FakeEntity {
  const payment = state.find(id, 'payment')
  requireThat(payment.captured, 'The payment status should be captured for action to be taken')
  const { amount = payment.amount, phase = 'chargeback', isDeducted = false } = given
  const dispute = state.add('disp', 'dispute', {
    ...{ payment_id: id, amount, currency: 'INR', amount_deducted: isDeducted ? amount : 0 },
    ...{ reason_code: 'goods_or_services_not_received_or_partially_received' },
    ...{ respond_by: state.now() + WEEK_S, status: 'open', phase },
  })
  state.tell('payment.dispute.created', { payment, dispute })
  return dispute
}

export function moveDispute(state: FakeState, id: string, to: FakeDisputeStep): FakeEntity {
  const dispute = state.find(id, 'dispute')
  dispute.status = to === 'action_required' ? 'open' : to
  if (to === 'lost') dispute.amount_deducted = dispute.amount
  if (to === 'won' || to === 'closed') dispute.amount_deducted = 0
  state.tell(`payment.dispute.${to}`, { payment: state.find(dispute.payment_id, 'payment'), dispute })
  return dispute
}
