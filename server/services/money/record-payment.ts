/**
 * Records money that a provider reports, once per payment of the provider. What is due moves the deal on; anything late,
 * double, short or over is refunded at once; money from an unknown sender goes to suspense.
 */
import {
  type AccountCode,
  feeHoldAccount,
  gatewayAccount,
  holdAccount,
  payableAccount,
  SUSPENSE,
} from '#core/accounts.ts'
import { type DepositOutcome, depositOutcome, isPayable } from '#core/deposits.ts'
import { decide } from '#core/lifecycle/decide.ts'
import type { Decision } from '#core/lifecycle/facts.ts'
import { otherParty, type Party } from '#core/lifecycle/states.ts'
import { paise } from '#core/money.ts'
import { endOfIstDay } from '#core/time.ts'
import type { DepositTable } from '#server/db/tables.ts'
import type { PaidFact } from '#server/rails/rail.ts'
import { findPayInByOrder } from '#server/repositories/checkout-orders.ts'
import { type Loaded, lockDealOfReference } from '#server/repositories/deals.ts'
import { lookedForUntil } from '#server/repositories/payment-claims.ts'
import {
  failPayIn,
  findPayInByReference,
  insertDeposit,
  type PayInRow,
  setPayIn,
} from '#server/repositories/payments.ts'
import { queueMoneyMessage } from '#server/repositories/webhooks.ts'
import type { Ctx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { applyAndNotify } from '#server/services/deals/apply-decision.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { mustPost } from './post.ts'
import { noteHeldPayment } from './provider-holds.ts'
import { queuePayout } from './queue-payout.ts'
import { isAwaited } from './time-to-pay.ts'

/** Money that arrived, by the provider that says so. */
export type PaymentReport = Omit<PaidFact, 'kind'> & { readonly provider: string }

/** `account`: where it is, when that is not with the provider. */
type Arrival = Omit<PaymentReport, 'reference' | 'orderId'> & { readonly account?: AccountCode }
const placeOf = ({ provider, account }: Arrival): AccountCode => account ?? gatewayAccount(provider)

export async function recordPayment(ctx: Ctx, report: PaymentReport): Promise<void> {
  const reference = await referenceOf(ctx, report)
  if (reference === null || !(await recordArrival(ctx, report, reference))) await keepUnknown(ctx, report)
}

/** By the provider's order, where it has orders: a note may say anything. */
async function referenceOf({ tx }: Ctx, { provider, orderId, reference }: PaymentReport) {
  return orderId ? ((await findPayInByOrder(tx, provider, orderId))?.reference ?? null) : reference
}

/**
 * Judged under the lock of its deal; the same payment a second time changes nothing. False where the provider has no pay-in
 * with this reference: the sandbox's money must not pay for what is real.
 */
export async function recordArrival(ctx: Ctx, report: Arrival, reference: string): Promise<boolean> {
  // read under the lock: another report may have been applied, and a lapse closes what was open
  const read = () => findPayInByReference(ctx.tx, reference)
  const [locked, payIn] = await Promise.all([lockDealOfReference(ctx.tx, reference), read()])
  if (!locked || payIn?.provider !== report.provider) return false
  const loaded = await applyLapses(ctx, locked)
  await recordDeposit(ctx, report, loaded, (loaded === locked ? null : await read()) ?? payIn)
  return true
}

/** A failed payment ends this pay-in, and the payer opens another. Money that arrives for it after all is still recorded. */
export async function recordFailure(ctx: Ctx, provider: string, reference: string): Promise<void> {
  const payIn = await findPayInByReference(ctx.tx, reference)
  if (payIn?.provider !== provider || !(await failPayIn(ctx.tx, payIn.id))) return
  const { deal_id: dealId, user_id: userId, amount_paise: amountPaise } = payIn
  await queueMoneyMessage(ctx.tx, { type: 'payment.failed', dealId, userId, amountPaise })
}

type DepositKind = DepositTable['kind']

async function recordDeposit(ctx: Ctx, report: Arrival, loaded: Loaded, payIn: PayInRow): Promise<void> {
  const kind = depositKind(report, loaded, payIn)
  const isNew = await insertDeposit(ctx.tx, {
    provider: report.provider,
    provider_payment_id: report.paymentId,
    pay_in_id: payIn.id,
    deal_id: loaded.deal.id,
    amount_paise: report.amountPaise,
    source: report.source,
    kind,
    at: new Date(ctx.now),
  })
  if (!isNew) return
  const isApplied = kind === 'applied' || kind === 'over'
  await noteHeldPayment(ctx, payIn.id, { paymentId: report.paymentId, isApplied })
  const applied = isApplied ? payIn.amount_paise : 0
  if (applied > 0) await apply(ctx, report, loaded, payIn)
  await refundStray(ctx, report, { kind, payIn, loaded, amountPaise: report.amountPaise - applied })
}

/** Null for a fee whose time does not run yet. */
const awaitedUntil = async (ctx: Ctx, loaded: Loaded, { party }: PayInRow): Promise<number | null> =>
  isAwaited(await factsOf(ctx, loaded), party) ? (loaded.deal.due_at?.getTime() ?? null) : null

function depositKind(report: Arrival, { deal, dispute }: Loaded, payIn: PayInRow): DepositOutcome {
  const { purpose, party, amount_paise: amountPaise } = payIn
  // a payment reported as failed may still arrive after a second one has paid the fee
  const isFeePaid = purpose === 'fee' && (dispute?.[`${party}_fee_paise`] ?? 0) > 0
  const status = isFeePaid ? 'paid' : payIn.status
  return depositOutcome({ status, isDue: isPayable(purpose, deal.status), amountPaise }, report.amountPaise)
}

/** What was due: into the hold, and the deal moves on. */
async function apply(ctx: Ctx, report: Arrival, loaded: Loaded, payIn: PayInRow): Promise<void> {
  const { deal } = loaded
  const isFee = payIn.purpose === 'fee'
  const account = isFee ? feeHoldAccount(deal.id, payIn.party) : holdAccount(deal.id)
  const decided = decide(await factsOf(ctx, loaded), {
    action: isFee ? 'pay_fee' : 'fund',
    by: 'gateway',
    now: ctx.now,
    fee: isFee ? { party: payIn.party, paise: paise(payIn.amount_paise) } : undefined,
  })
  if (!decided.ok) throw new Error(`money that was due was refused: ${decided.code}`)
  const decision = isFee ? await waitForClaim(ctx, deal.id, decided, otherParty(payIn.party)) : decided
  await Promise.all([
    mustPost(ctx, {
      id: `${report.provider}:${report.paymentId}`,
      kind: isFee ? 'fee' : 'fund',
      dealId: deal.id,
      entries: [
        { account: placeOf(report), amountPaise: -payIn.amount_paise },
        { account, amountPaise: payIn.amount_paise },
      ],
    }),
    setPayIn(ctx.tx, payIn.id, { status: 'paid', paid_at: new Date(ctx.now) }),
    applyAndNotify(ctx, loaded, decision, {
      name: isFee ? 'pay_fee' : 'fund',
      by: 'gateway',
      actorId: null,
      data: {
        amount_paise: payIn.amount_paise,
        reference: payIn.reference,
        ...(isFee ? { party: payIn.party } : {}),
      },
    }),
  ])
}

/** Who has claimed their own fee before it was their turn has the time for it that a claim gives, from when it is. */
async function waitForClaim(ctx: Ctx, dealId: string, decision: Decision, party: Party): Promise<Decision> {
  const { next } = decision
  if (next.dueAt === null || !isAwaited(next, party)) return decision
  const until = await lookedForUntil(ctx.tx, dealId, { purpose: 'fee', party })
  if (until === null) return decision
  return { ...decision, next: { ...next, dueAt: Math.max(next.dueAt, endOfIstDay(until)) } }
}

interface StrayDeposit {
  readonly kind: DepositKind
  readonly payIn: PayInRow
  /** As it was when the payment came. */
  readonly loaded: Loaded
  readonly amountPaise: number
}

/** What was not due goes to the sender's payable account and straight back to where it came from. */
async function refundStray(
  ctx: Ctx,
  report: Arrival,
  { kind, payIn, loaded, amountPaise }: StrayDeposit,
): Promise<void> {
  if (amountPaise === 0) return
  await mustPost(ctx, {
    id: `${report.provider}:${report.paymentId}:stray`,
    kind: 'stray',
    dealId: payIn.deal_id,
    entries: [
      { account: placeOf(report), amountPaise: -amountPaise },
      { account: payableAccount(payIn.user_id), amountPaise },
    ],
  })
  const who = { id: payIn.deal_id, payer_id: null, payee_id: null, [`${payIn.party}_id`]: payIn.user_id }
  const { provider, paymentId } = report
  await queuePayout(ctx, who, {
    party: payIn.party,
    purpose: 'stray',
    amountPaise,
    payment: { provider, paymentId },
  })
  if (kind === 'applied' || kind === 'unknown') return
  await notifyOfPayment(ctx, {
    reason: kind,
    paymentId: `${report.provider}:${report.paymentId}`,
    amountPaise,
    userId: payIn.user_id,
    dealId: payIn.deal_id,
    due: { amountPaise: payIn.amount_paise, until: await awaitedUntil(ctx, loaded, payIn) },
  })
}

async function keepUnknown(ctx: Ctx, report: Arrival): Promise<void> {
  const isNew = await insertDeposit(ctx.tx, {
    provider: report.provider,
    provider_payment_id: report.paymentId,
    amount_paise: report.amountPaise,
    source: report.source,
    kind: 'unknown',
    at: new Date(ctx.now),
  })
  if (!isNew) return
  await mustPost(ctx, {
    id: `${report.provider}:${report.paymentId}:suspense`,
    kind: 'stray',
    entries: [
      { account: placeOf(report), amountPaise: -report.amountPaise },
      { account: SUSPENSE, amountPaise: report.amountPaise },
    ],
  })
  const paymentId = `${report.provider}:${report.paymentId}`
  await notifyOfPayment(ctx, { reason: 'unknown', paymentId, amountPaise: report.amountPaise })
}
