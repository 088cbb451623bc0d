/**
 * Send one payout: note the try, tell the provider, write what came of it. A try whose end is not known is asked about, and
 * leaves `sent` on evidence alone. The key changes only once its tries have failed.
 */
import { owedAccount } from '#core/accounts.ts'
import type { OutFact, OutOrder, Rail, RailAnswer } from '#server/rails/rail.ts'
import { noteAnswer, noteFailure } from '#server/repositories/outages.ts'
import {
  leaseSent,
  lockPayout,
  type PayoutRow,
  postponePayoutRow,
  postponePayoutTry,
  setPayout,
} from '#server/repositories/payments.ts'
import { beginAttempt, endAttempt, latestAttempt } from '#server/repositories/payout-attempts.ts'
import { isTakenBack, lockPayoutsOf } from '#server/repositories/payout-holds.ts'
import { announcePayout } from '#server/repositories/payout-news.ts'
import { findTarget } from '#server/repositories/payout-targets.ts'
import { findUser } from '#server/repositories/users.ts'
import { queueMoneyMessage } from '#server/repositories/webhooks.ts'
import { isPhoneTrusted } from '#server/services/authorisation.ts'
import { requireMoney } from '#server/services/circuit-breaker.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { type Evidence, evidenceOf, isUnanswered, nextQuestionMs, retryAfterOf } from './evidence.ts'
import { isHeldReleaseStopped } from './judge-held-release.ts'
import { isTakenOut, judgePayout, type PayoutVerdict, readForJudgement } from './judge-payout.ts'
import { callsOf, type Owner } from './payout-calls.ts'
import { postMoney } from './post.ts'
import { accountOfPayout } from './provider-holds.ts'
import { rejudge } from './queue-payout.ts'
import { isRefusedRefund, isTooLateToRefund, refundByTransfer } from './refund-by-transfer.ts'

export { lockPayout }

export type Rails = ReadonlyMap<string, Rail>

export interface StartedAttempt {
  readonly payoutId: string
  readonly order: OutOrder
  /** Sends the order, or asks what became of it. */
  readonly ask: (order: OutOrder) => Promise<RailAnswer<OutFact | 'none'>>
  readonly n: number
  /** When the order was sent, in real time. */
  readonly sentAt: number
  /** Of this generation, this one among them. */
  readonly tries: number
  readonly generation: number
}

const MAX_TRIES = 6
const backOffMs = (n: number): number => 5_000 * 4 ** (n - 1)

/** After an error of ours, as opposed to an answer of the rail: it is no attempt, and never ends in review. */
export const postponePayout = ({ tx }: Ctx, { id, tries }: Pick<PayoutRow, 'id' | 'tries'>) =>
  postponePayoutTry(tx, { id, tries }, backOffMs(Math.min(tries, MAX_TRIES)))

/** The ledger debits the gateway account of the row's provider, so the money must leave by that provider's rail. */
function railOf(rails: Rails, { id, provider }: PayoutRow): Rail {
  const rail = rails.get(provider)
  if (!rail) throw new Error(`no rail for provider ${provider}: payout ${id} stays as it is`)
  return rail
}

const ownerOf = async ({ tx }: Ctx, { user_id }: PayoutRow): Promise<Owner> =>
  user_id === null ? undefined : findUser(tx, user_id)

const UNVERIFIED_WAIT_MS = 10 * 60_000

/**
 * Money for somebody whose number nobody has proved waits until it is. It counts as no attempt. Of a deleted account nobody
 * can prove one any more: its money goes to its source, or to where two Admins have said.
 */
async function mayBePaid(ctx: Ctx, { id, user_id }: PayoutRow, owner: Owner): Promise<boolean> {
  const isTrusted = owner && (owner.deleted_at !== null || isPhoneTrusted(ctx, sessionUser(owner)))
  if (user_id === null || isTrusted) return true
  await postponePayoutRow(ctx.tx, id, UNVERIFIED_WAIT_MS)
  return false
}

/** In one round trip: what is read behind the lock is read under it. */
async function lockAndJudge(ctx: Ctx, row: PayoutRow): Promise<{ owner: Owner; verdict: PayoutVerdict }> {
  const { user_id: userId } = row
  if (userId === null) return { owner: undefined, verdict: await judgePayout(ctx, row) }
  const owned = { ...row, user_id: userId }
  const [, readings] = await Promise.all([lockPayoutsOf(ctx.tx, userId), readForJudgement(ctx, owned)])
  return { owner: readings.user, verdict: await judgePayout(ctx, row, { readings }) }
}

/**
 * Its owner when it may go, null otherwise. A first try is judged once more: since it was queued its owner may have been
 * frozen, or others have emptied the day. A later one is not sent to a target that was taken out since, nor for a deposit
 * that was taken back since: the team looks, and what has failed goes to a new one.
 */
async function stillMayGo(ctx: Ctx, row: PayoutRow): Promise<{ owner: Owner } | null> {
  if (await isTooLateToRefund(ctx, row)) {
    await refundByTransfer(ctx, row)
    return null
  }
  if (row.status !== 'queued') {
    const owner = await ownerOf(ctx, row)
    return (await mayBePaid(ctx, row, owner)) && !(await reviewTakenOut(ctx, row)) ? { owner } : null
  }
  const { owner, verdict } = await lockAndJudge(ctx, row)
  if (!(await mayBePaid(ctx, row, owner))) return null
  const isAsBefore = verdict.reasons.length === 0 && verdict.target_id === row.target_id
  return isAsBefore || (await rejudge(ctx, row)).status === 'queued' ? { owner } : null
}

async function reviewTakenOut(ctx: Ctx, row: PayoutRow): Promise<boolean> {
  const { target_id } = row
  const target = target_id === null ? undefined : await findTarget(ctx.tx, target_id)
  const isStopped =
    (target && isTakenOut(target)) ||
    (await isTakenBack(ctx.tx, row)) ||
    (await isHeldReleaseStopped(ctx, row))
  if (!isStopped) return false
  await review(ctx, row)
  return true
}

/** Of a row that is locked. Null when there is nothing to send or to ask, or not yet. */
export async function beginPayout(
  ctx: Ctx,
  rails: Rails,
  row: PayoutRow | undefined,
): Promise<StartedAttempt | null> {
  // before the rail is called: a payment that cannot be recorded must not be made
  requireMoney()
  if (!row || row.by_hand || !['queued', 'sent', 'failed'].includes(row.status)) return null
  if (row.status === 'sent') return beginQuestion(ctx, railOf(rails, row), row, await ownerOf(ctx, row))
  const permit = await stillMayGo(ctx, row)
  if (!permit) return null
  // before the attempt is written: an attempt that no rail ever saw would count as one of the six
  const rail = railOf(rails, row)
  const { order, send } = await callsOf(ctx, row, rail, permit.owner)
  announcePayout(ctx.tx, row.id)
  const [attempt] = await Promise.all([
    beginAttempt(ctx.tx, row.id, row.generation),
    leaseSent(ctx.tx, { id: row.id }),
  ])
  return { payoutId: row.id, generation: row.generation, ...attempt, order, ask: send }
}

/**
 * Locked, and judged once more before a person is shown where it goes. Null when it may not go, or no longer to the target
 * that the caller has read; what was judged anew is to be kept, so the caller answers its refusal instead of throwing it.
 */
export async function lockForHand(
  ctx: Ctx,
  { id, target_id }: Pick<PayoutRow, 'id' | 'target_id'>,
): Promise<PayoutRow | null> {
  requireMoney()
  const row = await lockPayout(ctx.tx, id)
  if (!row?.by_hand || row.status !== 'queued' || row.target_id !== target_id) return null
  return (await stillMayGo(ctx, row)) ? row : null
}

/** From here on somebody may pay it: it counts as sent, and only a report of the bank or its statement ends it. */
export async function handToPerson(ctx: Ctx, row: PayoutRow): Promise<void> {
  await beginAttempt(ctx.tx, row.id, row.generation)
  await setPayout(ctx.tx, row, { status: 'sent' })
}

/** A try that may have been paid: what became of it? */
async function beginQuestion(ctx: Ctx, rail: Rail, row: PayoutRow, owner: Owner): Promise<StartedAttempt> {
  const [{ order, find }, attempt] = await Promise.all([
    callsOf(ctx, row, rail, owner),
    latestAttempt(ctx.tx, row),
    leaseSent(ctx.tx, { id: row.id }),
  ])
  return { payoutId: row.id, generation: row.generation, ...attempt, order, ask: find }
}

interface EndedAttempt {
  readonly attempt: StartedAttempt
  readonly answer: RailAnswer<OutFact | 'none'>
}

/** Of a row that is locked. Paid: the money has left the books. Failed: again later with the same reference, in the end to the team. */
export async function endPayout(
  ctx: Ctx,
  row: PayoutRow | undefined,
  { attempt, answer }: EndedAttempt,
): Promise<Evidence> {
  if (!row) throw new Error('a payout is gone')
  const evidence = evidenceOf(answer)
  const isPaused = await notePause(ctx, row, answer)
  // what a provider that is away did not take is no try of this payout: it would be the team's before the provider is back
  const isNoTry = isPaused && evidence.is === 'failed'
  const ended = endAttempt(ctx.tx, {
    payoutId: row.id,
    n: attempt.n,
    outcome: isNoTry ? 'unsent' : evidence.is === 'open' ? 'unknown' : evidence.is,
    detail: evidence.is === 'paid' ? null : evidence.detail.slice(0, MAX_DETAIL),
  })
  // an answer that comes after another has ended it, or to a key that was given up
  const isOver = ['paid', 'returned'].includes(row.status) || row.generation !== attempt.generation
  await Promise.all([ended, isOver ? undefined : conclude(ctx, row, { ...attempt, isPaused }, evidence)])
  return evidence
}

/** Whether the provider is left alone now: it wants to be, or too many calls in a row were not answered. */
async function notePause(
  { tx }: Ctx,
  { provider }: PayoutRow,
  answer: RailAnswer<OutFact | 'none'>,
): Promise<boolean> {
  const calls = { provider, queue: 'payout' } as const
  if (isUnanswered(answer)) return noteFailure(tx, calls, retryAfterOf(answer))
  noteAnswer(tx, calls)
  return false
}

const MAX_DETAIL = 300

/** The provider tells by itself how a try has ended. A row in review stays there, and may go again once its try has failed. */
export async function provePayout(ctx: Ctx, row: PayoutRow, fact: OutFact): Promise<void> {
  const evidence = evidenceOf({ is: 'done', facts: fact })
  if (!['sent', 'failed', 'review'].includes(row.status) || evidence.is === 'open') return
  const { n, tries, sentAt, outcome } = await latestAttempt(ctx.tx, row)
  // the older report of one that came back: a person compares, and nothing is booked on it
  if (row.status === 'review' && outcome === 'failed' && evidence.is === 'paid') return
  const detail = evidence.is === 'paid' ? null : evidence.detail.slice(0, MAX_DETAIL)
  await endAttempt(ctx.tx, { payoutId: row.id, n, outcome: evidence.is, detail })
  // known at last; one that is told again is no news
  if (row.status === 'review' && evidence.is === 'failed' && outcome !== 'failed')
    await tell(ctx, row, 'payout.failed')
  await conclude(ctx, row, { tries, sentAt }, evidence)
}

/** `isPaused`: what waits for the provider is due at once, and is claimed when it is back. */
type Tried = Pick<StartedAttempt, 'tries' | 'sentAt'> & { readonly isPaused?: boolean }

async function conclude(ctx: Ctx, row: PayoutRow, attempt: Tried, evidence: Evidence): Promise<void> {
  if (evidence.is === 'paid') return markPaid(ctx, row, evidence.providerRef)
  if (isRefusedRefund(row, evidence)) return refundByTransfer(ctx, row)
  if (row.status === 'review') return
  if (evidence.is === 'open') return waitForEvidence(ctx, row, attempt, evidence.askAgainMs)
  const { tries, isPaused = false } = attempt
  if (evidence.is === 'failed' && (evidence.isFinal || (tries >= MAX_TRIES && !isPaused))) {
    await tell(ctx, row, 'payout.failed')
    return review(ctx, row)
  }
  await setPayout(ctx.tx, row, { status: 'failed' })
  await postponePayoutRow(ctx.tx, row.id, isPaused ? 0 : backOffMs(Math.min(Math.max(1, tries), MAX_TRIES)))
}

/** Asked for five working days; then a person asks the bank. It is not sent again: the team's resend wants a proved failure. */
async function waitForEvidence(
  ctx: Ctx,
  row: PayoutRow,
  { sentAt, isPaused = false }: Tried,
  askAgainMs: number,
): Promise<void> {
  const waitMs = nextQuestionMs({ sentAt, now: Date.now() }, askAgainMs, ctx.settings.policy.calendar)
  if (waitMs === null) return review(ctx, row)
  await postponePayoutRow(ctx.tx, row.id, isPaused ? 0 : waitMs)
}

/** A failure that is tried again is none yet; one whose outcome is unknown is none either. */
async function tell({ tx }: Ctx, row: PayoutRow, type: 'payout.paid' | 'payout.failed'): Promise<void> {
  const { deal_id: dealId, user_id: userId, amount_paise: amountPaise } = row
  if (userId !== null) await queueMoneyMessage(tx, { type, dealId, userId, amountPaise })
}

async function review(ctx: Ctx, row: PayoutRow): Promise<void> {
  const payout = await setPayout(ctx.tx, row, { status: 'review' })
  await notifyOfPayment(ctx, { payout })
}

async function markPaid(ctx: Ctx, row: PayoutRow, providerRef: string): Promise<void> {
  const paid = { status: 'paid', provider_ref: providerRef, paid_at: new Date(ctx.now) } as const
  const [result] = await Promise.all([
    postMoney(ctx, {
      id: `payout:${row.id}`,
      kind: 'payout',
      entries: [
        { account: owedAccount(row.user_id), amountPaise: -row.amount_paise },
        { account: accountOfPayout(row), amountPaise: row.amount_paise },
      ],
    }),
    setPayout(ctx.tx, row, paid),
    notifyOfPayment(ctx, { payout: { ...row, ...paid } }),
    tell(ctx, row, 'payout.paid'),
  ])
  if (result !== 'created') throw new Error(`ledger answered ${result} to a payout`)
}
