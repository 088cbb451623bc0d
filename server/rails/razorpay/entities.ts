/** What is read of Razorpay's entities, and what each says in our words. More fields than these may come. */
import { z } from 'zod'
import { istDay } from '#core/time.ts'
import type { ChargebackFact, Movement, OutFact, PaidFact, SettledFact } from '#server/rails/rail.ts'

const text = z.string().nullish()

export const orderEntity = z.object({ id: z.string(), amount: z.int(), receipt: text })

export const paymentEntity = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  order_id: text,
  method: text,
  vpa: text,
  bank: text,
  wallet: text,
})

export const refundEntity = z.object({ id: z.string(), receipt: text, status: z.string() })

export const payoutEntity = z.object({
  id: z.string(),
  status: z.string(),
  reference_id: text,
  status_details: z.object({ reason: text }).nullish(),
})

/** As Razorpay wraps lists. One entity that is not of its shape fails them all: none is left out silently. */
export const listOf = <S extends z.ZodType>(entity: S) => z.object({ items: z.array(entity) })

/** Null while it may still fail, and once it has: only captured money is ours. */
export function paidFact(payment: z.output<typeof paymentEntity>): PaidFact | null {
  const { id, amount, currency, status, order_id, method, vpa, bank, wallet } = payment
  if (status !== 'captured' || currency !== 'INR') return null
  const way = [method, bank ?? wallet].filter(Boolean).join(' ')
  return {
    ...{ kind: 'paid', paymentId: id, orderId: order_id ?? null, reference: null, amountPaise: amount },
    source: vpa || way || 'razorpay',
  }
}

const REFUND_STATES = new Map<string, OutFact['state']>([
  ['processed', 'done'],
  ['failed', 'failed'],
])

/** Null for one that is not of ours: ours carry the key as their receipt. */
export function refundFact({ id, receipt, status }: z.output<typeof refundEntity>): OutFact | null {
  const state = REFUND_STATES.get(status) ?? 'pending'
  return receipt ? { kind: 'out', key: receipt, providerId: id, state, detail: status } : null
}

/** A state that nobody has heard of is an open one: it is asked about again. */
const PAYOUT_STATES = new Map<string, OutFact['state']>([
  ['processed', 'done'],
  ['reversed', 'returned'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['cancelled', 'failed'],
])

/** Null for one that is not of ours: ours carry the key as their `reference_id`. */
export function payoutFact(payout: z.output<typeof payoutEntity>): OutFact | null {
  const { id, reference_id, status, status_details } = payout
  const state = PAYOUT_STATES.get(status) ?? 'pending'
  const detail = [status, status_details?.reason].filter(Boolean).join(': ')
  return reference_id ? { kind: 'out', key: reference_id, providerId: id, state, detail } : null
}

/** https://razorpay.com/docs/api/disputes/entity. `respond_by` is in Unix seconds. */
export const disputeEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int().positive(),
  currency: z.literal('INR'),
  amount_deducted: z.int().nonnegative(),
  reason_code: text,
  respond_by: z.int().nullish(),
  status: z.string(),
  phase: z.string(),
})

const DISPUTE_STATES = new Map<string, ChargebackFact['state']>([
  ['open', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
])

/** A state that nobody has heard of ends nothing. Closed with money taken is lost. */
export function chargebackFact(dispute: z.output<typeof disputeEntity>): ChargebackFact {
  const { id, payment_id, amount, amount_deducted, reason_code, respond_by, status, phase } = dispute
  const state = DISPUTE_STATES.get(status) ?? 'under_review'
  return {
    ...{ kind: 'chargeback', disputeId: id, paymentId: payment_id },
    ...{ amountPaise: amount, deductedPaise: amount_deducted, phase, reason: reason_code ?? '' },
    state: state === 'closed' && amount_deducted > 0 ? 'lost' : state,
    respondBy: respond_by ? respond_by * 1_000 : null,
  }
}

const paise = z.int().nonnegative()

/** https://razorpay.com/docs/api/settlements/fetch-recon. `fee` includes `tax`. */
export const reconEntity = z.object({
  entity_id: z.string(),
  type: z
    .enum(['payment', 'refund', 'transfer', 'adjustment'])
    .or(z.string().transform(() => 'other' as const)),
  currency: z.literal('INR'),
  amount: paise,
  debit: paise,
  credit: paise,
  fee: paise,
  tax: paise,
  settled: z.boolean(),
  order_id: text,
  payment_id: text,
  dispute_id: text,
  settlement_id: text,
  settlement_utr: text,
})

/** Null while it is not settled: it comes again with the day on which it is. */
export function movementOf(item: z.output<typeof reconEntity>): Movement | null {
  if (!item.settled) return null
  const { entity_id, type, amount, debit, credit, fee, tax } = item
  return {
    ...{ id: entity_id, type, amountPaise: amount, debitPaise: debit, creditPaise: credit },
    ...{ feePaise: fee, taxPaise: tax, orderId: item.order_id ?? null },
    ...{ paymentId: item.payment_id ?? null, disputeId: item.dispute_id ?? null },
    ...{ settlementId: item.settlement_id ?? null, settlementUtr: item.settlement_utr ?? null },
  }
}

/** https://razorpay.com/docs/webhooks/payloads/settlements. `created_at` is in Unix seconds. */
export const settlementEntity = z.object({
  id: z.string(),
  amount: z.int().positive(),
  status: z.string(),
  utr: text,
  created_at: z.int(),
})

/** Null for one that has not left. */
export function settledFact({
  id,
  amount,
  status,
  utr,
  created_at,
}: z.output<typeof settlementEntity>): SettledFact | null {
  if (status !== 'processed') return null
  const day = istDay(created_at * 1_000)
  return { kind: 'settled', settlementId: id, utr: utr || null, amountPaise: amount, day }
}
