/** Payouts that wait go on: their owner has set a target, the team has looked, or the bank has sent one back. */
import { type AccountCode, gatewayAccount, owedAccount } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
import { type HoldReason, REASONS_FOR_TEAM } from '#core/payout-holds.ts'
import { newPayoutCode, randomId } from '#server/lib/tokens.ts'
import { paysByHand } from '#server/rails/capabilities.ts'
import { insertPayout, lockPayout, type PayoutRow, setPayout } from '#server/repositories/payments.ts'
import { hasFailedForCertain, hasReportedRejection } from '#server/repositories/payout-failures.ts'
import { lockFailedOf, setApproved } from '#server/repositories/payout-holds.ts'
import { countApprovals, insertApproval } from '#server/repositories/second-person.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { isTargetNeeded } from '#server/services/authorisation.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { requireNoParty } from './parties.ts'
import { requireNoDebit } from './payout-outcomes.ts'
import { mustPost } from './post.ts'
import { handOver, rejudge, rejudgeHeldOf } from './queue-payout.ts'

/** After a new target: what waited for one goes on, and what failed goes again, once the target may be used. */
export async function resumePayouts(ctx: Ctx, userId: number): Promise<void> {
  await rejudgeHeldOf(ctx, userId)
  for (const payout of await lockFailedOf(ctx.tx, userId))
    await rejudge(ctx, payout, { isNewGeneration: true, mustRetarget: true })
}

/** After a new payment number. Where nobody needs a target, payouts go to an address that is made of it. */
export async function resumeAfterNumber(ctx: Ctx, userId: number): Promise<void> {
  if (!isTargetNeeded(ctx)) await resumePayouts(ctx, userId)
}

async function getPayout(ctx: Ctx, id: string): Promise<PayoutRow> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Refusal('not_found')
  return payout
}

/**
 * Refused while a try of before may still be paid: only its failure is known for certain. Throws Refusal `forbidden` for a
 * party, and for who uploaded the report that it was rejected: a file that they typed would have it paid twice.
 */
export async function resendPayout(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const payout = await getPayout(ctx, id)
  if (payout.status !== 'review' || !(await hasFailedForCertain(ctx.tx, id))) throw new Refusal('wrong_state')
  await requireNoParty(ctx, payout)
  await requireNoDebit(ctx, id)
  if (await hasReportedRejection(ctx.tx, id, ctx.user.id)) throw new Refusal('forbidden')
  // what its owner has set since did not send it: the bank had refused the account of before
  const mustRetarget = await hasReportedRejection(ctx.tx, id, null)
  const placed = await rejudge(ctx, payout, { isNewGeneration: true, mustRetarget })
  await recordAudit(ctx, {
    action: 'payout_resent',
    actor: ctx.user,
    subject: { type: 'payout', id },
    after: { generation: placed.generation, status: placed.status },
  })
  return placed
}

/** Throws Refusal `forbidden` for a party, and for who has approved it already and has nothing else to set aside. */
async function judgedByTeam(ctx: UserCtx, payout: PayoutRow): Promise<HoldReason[]> {
  const reasons = payout.held_because.filter((reason) => REASONS_FOR_TEAM.includes(reason))
  if (payout.status !== 'held' || reasons.length === 0) throw new Refusal('wrong_state')
  await requireNoParty(ctx, payout)
  const alone = reasons.filter((reason) => reason !== 'four_eyes')
  if (alone.length === reasons.length) return alone
  const { id: payoutId, target_id: targetId } = payout
  const approval = {
    payout_id: payoutId,
    target_id: targetId,
    approved_by: ctx.user.id,
    at: new Date(ctx.now),
  }
  const isNew = await insertApproval(ctx.tx, approval)
  if (!isNew && alone.length === 0) throw new Refusal('forbidden')
  const isApproved = (await countApprovals(ctx.tx, { payoutId, targetId })) >= APPROVALS
  return isApproved ? reasons : alone
}

const APPROVALS = 2

/** What only the team can judge is set aside for this payout; what ends by itself or by its owner stays. */
export async function releaseHold(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const payout = await getPayout(ctx, id)
  const reasons = await judgedByTeam(ctx, payout)
  const approved = [...new Set([...payout.approved, ...reasons])]
  await setApproved(ctx.tx, id, approved)
  const placed = await rejudge(ctx, { ...payout, approved })
  await recordAudit(ctx, {
    action: 'payout_hold_released',
    actor: ctx.user,
    subject: { type: 'payout', id },
    before: { held_because: payout.held_because },
    after: { approved, status: placed.status },
  })
  return placed
}

/** Anybody may play the bank with pretended money; what left by a real rail comes back on its own proof alone. */
export async function returnSandboxPayout(ctx: Ctx, id: string): Promise<void> {
  const { provider } = await getPayout(ctx, id)
  if (provider !== 'sandbox') throw new Refusal('not_found')
  await returnPayout(ctx, id)
}

/**
 * The bank has sent a payout back, days after it was paid: it is owed again, and another waits for its owner to correct
 * the target, or for the team. Told twice, once. `account`: where it came back to, when that is not the provider.
 */
export async function returnPayout(ctx: Ctx, id: string, account?: AccountCode): Promise<PayoutRow | null> {
  const payout = await getPayout(ctx, id)
  if (payout.status === 'returned') return null
  if (payout.status !== 'paid') throw new Refusal('wrong_state')
  await mustPost(ctx, {
    id: `payout:${id}:returned`,
    kind: 'payout_returned',
    entries: [
      { account: account ?? gatewayAccount(payout.provider), amountPaise: -payout.amount_paise },
      { account: owedAccount(payout.user_id), amountPaise: payout.amount_paise },
    ],
  })
  const returned = await setPayout(ctx.tx, payout, { status: 'returned', returned_at: new Date(ctx.now) })
  const { deal_id, user_id, party, purpose, amount_paise, provider } = payout
  await insertPayout(ctx.tx, {
    ...{ id: randomId(), deal_id, user_id, party, purpose, amount_paise, provider, replaces: id },
    ...{ status: 'held', held_because: ['returned'], created_at: new Date(ctx.now) },
    destination: payout.destination,
    destination_sealed: payout.destination_sealed,
    target_id: payout.target_id,
    ...{
      refund_of: payout.refund_of,
      hold_of: payout.hold_of,
      given_back: payout.given_back,
      ...handOver(provider),
      // one that a person paid by hand is paid so again
      ...(payout.by_hand && !paysByHand(provider) ? { by_hand: true, code: newPayoutCode() } : {}),
      by_transfer: payout.by_transfer,
    },
    ...{ bank_line: payout.bank_line, recipient: payout.recipient },
    bank_account_id: payout.bank_account_id,
  })
  await notifyOfPayment(ctx, { payout: returned })
  return returned
}
