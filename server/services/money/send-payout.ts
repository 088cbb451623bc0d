/** Send one payout: note the try, ask the provider, write what came of it. The key changes only once its tries have failed. */
import { gatewayAccount, payableAccount } from '#core/accounts.ts'
import type { PayoutOrder, PayoutResult, Rail } from '#server/rails/rail.ts'
import {
  beginAttempt,
  claimPayoutRows,
  endAttempt,
  lockPayout,
  type PayoutRow,
  postponePayoutRow,
  setPayout,
} from '#server/repositories/payments.ts'
import { lockPayoutsOf } from '#server/repositories/payout-holds.ts'
import { findTarget } from '#server/repositories/payout-targets.ts'
import { findUser } from '#server/repositories/users.ts'
import { isPhoneTrusted } from '#server/services/authorisation.ts'
import { mayMoveMoney, requireMoney } from '#server/services/circuit-breaker.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { isTakenOut, judgePayout } from './judge-payout.ts'
import { openAddress } from './payout-address.ts'
import { postMoney } from './post.ts'
import { rejudge } from './queue-payout.ts'

export type Rails = ReadonlyMap<string, Rail>

export interface StartedAttempt {
  readonly payoutId: string
  readonly rail: Rail
  readonly order: PayoutOrder
  readonly n: number
  /** Of this generation, this one among them. */
  readonly tries: number
  readonly generation: number
}

export type PayoutClaim = Pick<PayoutRow, 'id' | 'tries'>

/** None while money is closed: a payout that could not be recorded must not be paid. */
export async function claimPayouts({ tx, now }: Ctx, limit: number): Promise<PayoutClaim[]> {
  return mayMoveMoney() ? claimPayoutRows(tx, now, limit) : []
}

const MAX_TRIES = 6
const backOffMs = (n: number): number => 5_000 * 4 ** (n - 1)

/** After an error of ours, as opposed to an answer of the rail: it is no attempt, and never ends in review. */
export const postponePayout = ({ tx }: Ctx, { id, tries }: PayoutClaim) =>
  postponePayoutRow(tx, id, backOffMs(Math.min(tries, MAX_TRIES)))

/** The ledger debits the gateway account of the row's provider, so the money must leave by that provider's rail. */
function railOf(rails: Rails, { id, provider }: PayoutRow): Rail {
  const rail = rails.get(provider)
  if (!rail) throw new Error(`no rail for provider ${provider}: payout ${id} stays queued`)
  return rail
}

const UNVERIFIED_WAIT_MS = 10 * 60_000

/** Money for somebody whose number nobody has proved waits until it is. It counts as no attempt. */
async function mayBePaid(ctx: Ctx, { id, user_id }: PayoutRow): Promise<boolean> {
  const user = await findUser(ctx.tx, user_id)
  if (user && isPhoneTrusted(ctx, sessionUser(user))) return true
  await postponePayoutRow(ctx.tx, id, UNVERIFIED_WAIT_MS)
  return false
}

/** What the provider knows it by: the same for every try that may have been paid. At most 36 characters. */
const payoutKey = ({ id, generation }: Pick<PayoutRow, 'id' | 'generation'>): string =>
  generation === 1 ? id : `${id}-${generation}`

async function orderOf(ctx: Ctx, row: PayoutRow): Promise<PayoutOrder> {
  const destination = row.destination_sealed
    ? await openAddress(ctx, row.user_id, row.destination_sealed)
    : row.destination
  if (destination === null) throw new Error(`payout ${row.id} has no destination`)
  return { reference: payoutKey(row), destination, amountPaise: row.amount_paise }
}

/**
 * A first try is judged once more: since it was queued its owner may have been frozen, or others have emptied the day. A
 * later one is not sent to a target that was taken out since: the team looks, and what has failed goes to a new one.
 */
async function stillMayGo(ctx: Ctx, row: PayoutRow): Promise<boolean> {
  if (row.status !== 'queued') return !(await reviewTakenOut(ctx, row))
  await lockPayoutsOf(ctx.tx, row.user_id)
  const { reasons, target_id } = await judgePayout(ctx, row)
  const isAsBefore = reasons.length === 0 && target_id === row.target_id
  return isAsBefore || (await rejudge(ctx, row)).status === 'queued'
}

async function reviewTakenOut(ctx: Ctx, { id, target_id }: PayoutRow): Promise<boolean> {
  const target = target_id === null ? undefined : await findTarget(ctx.tx, target_id)
  if (!target || !isTakenOut(target)) return false
  const payout = await setPayout(ctx.tx, id, { status: 'review' })
  await notifyOfPayment(ctx, { payout })
  return true
}

/** Null when there is nothing to send, or not yet. */
export async function beginPayout(ctx: Ctx, rails: Rails, payoutId: string): Promise<StartedAttempt | null> {
  // before the rail is called: a payment that cannot be recorded must not be made
  requireMoney()
  const row = await lockPayout(ctx.tx, payoutId)
  if (!row || !['queued', 'sent', 'failed'].includes(row.status)) return null
  if (!(await mayBePaid(ctx, row)) || !(await stillMayGo(ctx, row))) return null
  // before the attempt is written: an attempt that no rail ever saw would count as one of the six
  const rail = railOf(rails, row)
  const order = await orderOf(ctx, row)
  const [{ n, tries }] = await Promise.all([
    beginAttempt(ctx.tx, payoutId, row.generation),
    setPayout(ctx.tx, payoutId, { status: 'sent' }),
  ])
  return { payoutId, n, tries, generation: row.generation, rail, order }
}

/** Paid: the money has left the books. Failed: again later with the same reference, in the end to the team. */
export async function endPayout(ctx: Ctx, attempt: StartedAttempt, result: PayoutResult): Promise<void> {
  const row = await lockPayout(ctx.tx, attempt.payoutId)
  if (!row) throw new Error('a payout is gone')
  const detail = result.outcome === 'paid' ? null : result.detail
  await endAttempt(ctx.tx, { payoutId: row.id, n: attempt.n, outcome: result.outcome, detail })
  // an answer that comes after another has ended it, or to a key that was given up
  if (['paid', 'returned'].includes(row.status) || row.generation !== attempt.generation) return
  await conclude(ctx, row, attempt, result)
}

async function conclude(
  ctx: Ctx,
  row: PayoutRow,
  attempt: StartedAttempt,
  result: PayoutResult,
): Promise<void> {
  if (result.outcome === 'paid') return markPaid(ctx, row, result.providerRef)
  const isFinal = result.outcome === 'failed' && result.isFinal
  if (row.status === 'review') return
  if (isFinal || attempt.tries >= MAX_TRIES) {
    const payout = await setPayout(ctx.tx, row.id, { status: 'review' })
    return notifyOfPayment(ctx, { payout })
  }
  await setPayout(ctx.tx, row.id, { status: result.outcome === 'failed' ? 'failed' : 'sent' })
  await postponePayoutRow(ctx.tx, row.id, backOffMs(attempt.tries))
}

async function markPaid(ctx: Ctx, row: PayoutRow, providerRef: string): Promise<void> {
  const [result, payout] = await Promise.all([
    postMoney(ctx, {
      id: `payout:${row.id}`,
      kind: 'payout',
      entries: [
        { account: payableAccount(row.user_id), amountPaise: -row.amount_paise },
        { account: gatewayAccount(row.provider), amountPaise: row.amount_paise },
      ],
    }),
    setPayout(ctx.tx, row.id, { status: 'paid', provider_ref: providerRef, paid_at: new Date(ctx.now) }),
  ])
  if (result !== 'created') throw new Error(`ledger answered ${result} to a payout`)
  await notifyOfPayment(ctx, { payout })
}
