/**
 * A pay-in that is paid in the provider's checkout: its order is opened when the payer gets there, and what has been paid
 * for it is asked for when they come back, and by a job until it is paid. The provider is called outside any transaction.
 */
import { Refusal } from '#core/errors.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Checkout, RailAnswer } from '#server/rails/rail.ts'
import {
  askAnew,
  claimPayInProbes,
  claimPayInRows,
  postponePayInRow,
  repeatPayInRow,
  takeOrder,
} from '#server/repositories/checkout-orders.ts'
import { giveProbeBack, noteAnswer, noteFailure } from '#server/repositories/outages.ts'
import { findPayIn, type PayInRow } from '#server/repositories/payments.ts'
import { findUser } from '#server/repositories/users.ts'
import { mayMoveMoney, requireCover, requireMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { applyFact } from './apply-fact.ts'
import { isUnanswered } from './evidence.ts'
import { NoAnswer } from './hold-waits.ts'
import { holdOrderFor } from './provider-holds.ts'
import type { Rails } from './send-payout.ts'
import { giveTimeToPay, ON_ITS_PAGE, PROVIDER_UNANSWERED } from './time-to-pay.ts'

export interface CheckoutOrder {
  readonly dealId: string
  /** Null when there is nothing to pay: it was paid, or is not due any more. */
  readonly order: {
    readonly session: string
    readonly amountPaise: number
    readonly payeeName: string
  } | null
  readonly page: Checkout['page']
}

/** What a payer is told of whose checkout does not open. */
export interface DuePayment {
  readonly dealId: string
  readonly amountPaise: number
  /** They may have paid there since. */
  readonly wasOpened: boolean
}

const FIRST_QUESTION_MS = MINUTE_MS

/** `onFound` hears of a pay-in that is open, also when its checkout is then not opened. */
export async function openCheckout(
  inTransaction: InTransaction<Ctx>,
  rails: Rails,
  payInId: string,
  onFound: (due: DuePayment) => void = () => undefined,
): Promise<CheckoutOrder> {
  const row = await inTransaction(async (ctx) => {
    const payIn = await findPayIn(ctx.tx, payInId)
    if (payIn?.status === 'open') onFound(duePayment(payIn))
    // a payment that arrives while the ledger is stopped could not be recorded
    if (payIn?.status === 'open') requireMoney()
    if (payIn?.status === 'open' && payIn.purpose === 'amount') requireCover()
    if (payIn?.status === 'open') await giveTimeToPay(ctx, payIn, ON_ITS_PAGE)
    return payIn
  })
  const checkout = row && rails.get(row.provider)?.checkout
  if (!row?.instruction || !checkout) throw new Refusal('not_found')
  const { page } = checkout
  if (row.status !== 'open') return { dealId: row.deal_id, order: null, page }
  const id = row.provider_order_id ?? (await openOrder(inTransaction, rails, row))
  // they are at its page again, and may pay now
  if (row.provider_order_id !== null)
    await inTransaction(({ tx }) => askAnew(tx, { id: row.id, askInMs: FIRST_QUESTION_MS }))
  const session = await checkout.sessionOf(id)
  if (session.is !== 'done') return refuse(inTransaction, row, session)
  const { amount_paise: amountPaise, instruction } = row
  const order = { session: session.facts, amountPaise, payeeName: instruction.payee_name }
  return { dealId: row.deal_id, order, page }
}

const duePayment = ({ deal_id, amount_paise, provider_order_id }: PayInRow): DuePayment => ({
  ...{ dealId: deal_id, amountPaise: amount_paise, wasOpened: provider_order_id !== null },
})

/** A no to this order gives no time: what a payer can bring about by themselves must not hold up the other side. Our own keys are not theirs. */
async function refuse(
  inTransaction: InTransaction<Ctx>,
  payIn: PayInRow,
  answer: RailAnswer<string>,
): Promise<never> {
  const isConfig = answer.is === 'refused' && answer.retry === 'config'
  if (isConfig || isUnanswered(answer))
    await inTransaction((ctx) => giveTimeToPay(ctx, payIn, PROVIDER_UNANSWERED))
  throw new Refusal('unavailable', undefined, 60)
}

async function openOrder(inTransaction: InTransaction<Ctx>, rails: Rails, payIn: PayInRow): Promise<string> {
  const { id, reference, user_id: userId, amount_paise: amountPaise } = payIn
  const rail = rails.get(payIn.provider)
  if (!rail?.checkout) throw new Refusal('not_found')
  const [user, hold] = await inTransaction(async (ctx) => [
    await findUser(ctx.tx, userId),
    await holdOrderFor(ctx, rail, payIn),
  ])
  if (!user) throw new Error(`pay-in ${id} without its payer`)
  const payer = { id: String(userId), phone: user.phone_number }
  const answer = await rail.checkout.openOrder({ id, reference, amountPaise, payer, hold })
  if (answer.is !== 'done') return refuse(inTransaction, payIn, answer)
  return inTransaction(({ tx }) => takeOrder(tx, { id, orderId: answer.facts, askInMs: FIRST_QUESTION_MS }))
}

export interface SignedReturn {
  readonly paymentId: string
  readonly signature: string
}

/** The payer is back, and the provider has signed it: a hint, on which the provider itself is asked. */
export async function returnFromCheckout(
  inTransaction: InTransaction<Ctx>,
  rails: Rails,
  { payInId, signed }: { payInId: string; signed: SignedReturn },
): Promise<void> {
  const row = await inTransaction(({ tx }) => findPayIn(tx, payInId))
  const checkout = row && rails.get(row.provider)?.checkout
  if (!row?.provider_order_id || !checkout) throw new Refusal('not_found')
  if (!checkout.isReturn?.(row.provider_order_id, signed)) throw new Refusal('unauthenticated')
  await askPayIn(inTransaction, rails, row)
}

/** None while money is closed: what is heard could not be recorded. */
export const claimPayIns = async (tx: Tx, limit: number): Promise<PayInRow[]> =>
  mayMoveMoney() ? claimPayInRows(tx, limit) : []
export const claimProbePayIns = async (tx: Tx): Promise<PayInRow[]> =>
  mayMoveMoney() ? claimPayInProbes(tx) : []

export type Hearing = 'answered' | 'unasked'

/** Each payment is recorded once, whoever tells it first. Throws when the provider did not answer: the question is put off. */
export async function askPayIn(
  inTransaction: InTransaction<Ctx>,
  rails: Rails,
  { provider, provider_order_id: orderId }: PayInRow,
): Promise<Hearing> {
  const checkout = rails.get(provider)?.checkout
  if (orderId === null || !checkout) return 'unasked'
  const answer = await checkout.findPayments(orderId)
  if (isUnanswered(answer)) throw new NoAnswer(answer, false)
  if (answer.is !== 'done') return 'answered'
  for (const fact of answer.facts) await inTransaction((ctx) => applyFact(ctx, provider, fact))
  return 'answered'
}

/** While somebody may be paying: what is paid is seen three minutes later at most, also when its report is lost. */
const SOON_MS = 2.5 * MINUTE_MS
const SOON_QUESTIONS = 12
/** Then every hour: three days, in which a payment that was begun late has come or failed. */
const QUESTIONS = SOON_QUESTIONS + 72

const askLater = ({ tx }: Ctx, { id, tries }: PayInRow) =>
  postponePayInRow(tx, id, tries >= QUESTIONS ? null : tries <= SOON_QUESTIONS ? SOON_MS : HOUR_MS)

const callsFor = ({ provider }: PayInRow) => ({ provider, queue: 'pay_in' }) as const

export async function endQuestion(ctx: Ctx, row: PayInRow, heard: Hearing): Promise<void> {
  if (heard === 'answered') noteAnswer(ctx.tx, callsFor(row))
  else await giveProbeBack(ctx.tx, callsFor(row))
  await askLater(ctx, row)
}

/** Where the provider is left alone the question is due at once, and is asked when it is back. */
export async function postponePayIn(ctx: Ctx, row: PayInRow, error: Error): Promise<void> {
  const isPaused = error instanceof NoAnswer && (await noteFailure(ctx.tx, callsFor(row), error.retryAfterMs))
  await (isPaused ? repeatPayInRow(ctx.tx, row.id) : askLater(ctx, row))
}
