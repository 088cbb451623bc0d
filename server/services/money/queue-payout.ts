/** Queues a payout, or holds it with the reasons; and judges held ones anew when something has changed. */
import { EventEmitter } from 'node:events'
import type { Party } from '#core/lifecycle/states.ts'
import type { Fee } from '#core/tax/gst.ts'
import type { PayoutTable } from '#server/db/tables.ts'
import { newPayoutCode, randomId } from '#server/lib/tokens.ts'
import { paysByHand } from '#server/rails/capabilities.ts'
import {
  type DepositKey,
  findDepositOrigin,
  insertPayout,
  type PayoutRow,
} from '#server/repositories/payments.ts'
import {
  claimDueHolds,
  dueBeforePayouts,
  lockPayoutsIn,
  lockUnsentOf,
  placePayout,
} from '#server/repositories/payout-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { notifyOfHold } from '#server/services/notifications/payout-holds.ts'
import { finalDebtOf, setOffDebt } from './debts.ts'
import { judgePayout, type PayoutVerdict, readForJudgement } from './judge-payout.ts'
import { holdOfPayout } from './provider-holds.ts'

/** Wakes the payout job of this process after the commit. A signal that is lost costs one poll. */
export const payoutSignal = new EventEmitter<{ queued: [] }>()

export interface Owed {
  readonly party: Party
  readonly purpose: PayoutTable['purpose']
  readonly amountPaise: number
  /** The payment of the provider that a stray amount came with. */
  readonly payment?: { readonly provider: string; readonly paymentId: string }
  /** Of a fee that we give back: what says so (tax_due), and which. */
  readonly givenBack?: { readonly source: string; readonly fee: Fee }
}
interface OfDeal {
  readonly id: string
  readonly payer_id: number | null
  readonly payee_id: number | null
}

/** Of a payout that nobody has judged yet. */
const UNPLACED = {
  destination_sealed: null,
  target_id: null,
  held_because: [],
  approved: [],
  by_transfer: false,
}

/** Written by the end of the transaction, behind the statements that were issued before and before those that follow. */
export async function queuePayout(ctx: Ctx, deal: OfDeal, owed: Owed): Promise<void> {
  if (owed.amountPaise === 0) return
  const userId = owed.party === 'payer' ? deal.payer_id : deal.payee_id
  if (userId === null) throw new Error(`nobody is the ${owed.party}`)
  const { purpose, amountPaise } = owed
  const maySetOff = purpose === 'release' || purpose === 'refund'
  const id = randomId()
  // side by side, in one message
  const [origin, readings, debtPaise] = await Promise.all([
    findDepositOrigin(ctx.tx, depositOf(deal.id, owed)),
    readForJudgement(ctx, { ...UNPLACED, id, deal_id: deal.id, user_id: userId }),
    maySetOff ? finalDebtOf(ctx, userId) : 0,
  ])
  // what came by one provider leaves by it: pretended money never leaves as real
  const provider = origin?.provider ?? ctx.settings.provider
  const isRefund = !['release', 'tax_back'].includes(owed.purpose) && owed.givenBack?.fee !== 'commission'
  const payout = {
    ...{ id, deal_id: deal.id, user_id: userId, amount_paise: owed.amountPaise },
    ...{ party: owed.party, purpose: owed.purpose, provider },
    ...handOver(provider),
    destination: isRefund ? (origin?.source ?? null) : null,
    refund_of: isRefund ? (origin?.provider_payment_id ?? null) : null,
    given_back: owed.givenBack?.source ?? null,
  }
  const hold = await holdOfPayout(ctx, payout)
  // what a provider holds in a payee's name is theirs already, and what it gives back goes to the source by itself
  const isSetOff = maySetOff && !hold && debtPaise > 0
  if (isSetOff) {
    payout.amount_paise -= await setOffDebt(ctx, { dealId: deal.id, userId, purpose, amountPaise })
    if (payout.amount_paise === 0) return
  }
  const fresh = { ...payout, ...UNPLACED, hold_of: hold?.id ?? null }
  // a set-off waits for a lock: what was read before it may be old
  const verdict = await judgePayout(ctx, fresh, isSetOff ? {} : { readings })
  const { reasons, heldUntil, approved, ...destination } = verdict
  ctx.tx.waitUntil(
    insertPayout(ctx.tx, {
      ...payout,
      hold_of: fresh.hold_of,
      ...destination,
      ...{
        status: reasons.length > 0 ? 'held' : 'queued',
        held_because: [...reasons],
        held_until: heldUntil,
      },
      approved: [...approved],
      created_at: new Date(ctx.now),
    }),
  )
  const held = { payoutId: id, userId, dealId: deal.id, amountPaise: payout.amount_paise }
  if (reasons.length > 0) await notifyOfHold(ctx, { ...held, because: reasons, until: heldUntil })
  wake(ctx)
}

/** Who pays by hand writes the code first into the narration: the statement is matched by it. */
export const handOver = (provider: string) =>
  paysByHand(provider) ? { by_hand: true, code: newPayoutCode() } : { by_hand: false, code: null }

const wake = (ctx: Ctx): void => ctx.tx.afterCommit(() => payoutSignal.emit('queued'))

/** The deposit that the money came with: the deal's own, the party's fee, or a stray payment. */
function depositOf(dealId: string, { purpose, party, payment, givenBack }: Owed): DepositKey {
  // a commission and a tax were a part of what the payer put in
  if (purpose === 'release' || purpose === 'tax_back' || givenBack?.fee === 'commission')
    return { dealId, party: 'payer', purpose: 'amount' }
  if (purpose !== 'stray') return { dealId, party, purpose: purpose === 'refund' ? 'amount' : 'fee' }
  if (!payment) throw new Error(`deal ${dealId}: a stray amount without its payment`)
  return payment
}

/** Of a payout that is locked. `isNewGeneration`: the tries so far have failed, and it goes again under a new key. */
export async function rejudge(
  ctx: Ctx,
  payout: PayoutRow,
  { isNewGeneration = false, mustRetarget = false } = {},
): Promise<PayoutRow> {
  const verdict = throughHold(ctx, payout, await judgePayout(ctx, payout, { mustRetarget }))
  const placed = await placePayout(ctx.tx, payout.id, { ...verdict, isNewGeneration })
  if (placed.status === 'queued') wake(ctx)
  return placed
}

/** Outside the hold a destination is fixed: to another target a queued payout goes through a hold that is over at once. */
function throughHold(ctx: Ctx, { status, target_id }: PayoutRow, verdict: PayoutVerdict): PayoutVerdict {
  const isRedirected = status === 'queued' && verdict.reasons.length === 0 && verdict.target_id !== target_id
  return isRedirected ? { ...verdict, reasons: ['cooling'], heldUntil: new Date(ctx.now) } : verdict
}

/** At once, so that it is shown: a try that has not begun waits, one that has may be paid already. */
export async function freezeQueuedOf(ctx: Ctx, userId: number): Promise<void> {
  for (const payout of await lockPayoutsIn(ctx.tx, userId, 'queued')) await rejudge(ctx, payout)
}

/** After its owner or the team has changed something: those that were held, as they are now. */
export async function rejudgeHeldOf(ctx: Ctx, userId: number): Promise<readonly PayoutRow[]> {
  const placed: PayoutRow[] = []
  for (const payout of await lockPayoutsIn(ctx.tx, userId, 'held')) placed.push(await rejudge(ctx, payout))
  return placed
}

export { dueBeforePayouts }

/** After a bank has taken the payment of a deal back, or has given it up again: its payouts that have not left. */
export async function rejudgeUnsentOf(ctx: Ctx, dealId: string): Promise<void> {
  for (const payout of await lockUnsentOf(ctx.tx, dealId)) {
    const { id, user_id, amount_paise, held_because, held_until } = await rejudge(ctx, payout)
    const isNew = held_because.includes('taken_back') && !payout.held_because.includes('taken_back')
    if (!isNew || user_id === null) continue
    const owned = { payoutId: id, userId: user_id, dealId, amountPaise: amount_paise }
    await notifyOfHold(ctx, { ...owned, because: held_because, until: held_until })
  }
}

/** Those whose time is over; how many there were. */
export async function rejudgeDue(ctx: Ctx, limit: number): Promise<number> {
  const due = await claimDueHolds(ctx.tx, ctx.now, limit)
  for (const payout of due) await rejudge(ctx, payout)
  return due.length
}
