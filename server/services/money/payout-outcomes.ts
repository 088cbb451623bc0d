/**
 * The outcome of a payout that no machine can tell: one Admin states what the bank or the provider has written, another
 * confirms it. Until then nothing moves, and nothing is sent again.
 */
import { addBusinessDays } from '#core/business-days.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { randomId } from '#server/lib/tokens.ts'
import { lockPayout, type PayoutRow } from '#server/repositories/payments.ts'
import { latestAttempt } from '#server/repositories/payout-attempts.ts'
import { hasFailedForCertain } from '#server/repositories/payout-failures.ts'
import { wasDebited } from '#server/repositories/payout-parts.ts'
import {
  decideOutcome,
  findOutcome,
  insertOutcome,
  type PayoutOutcomeRow,
} from '#server/repositories/second-person.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { requireNoParty } from './parties.ts'
import { payoutKey } from './payout-key.ts'
import { provePayout } from './send-payout.ts'

/** A bank pays what it was asked to within a day; its statement of the next is read by the second. */
const DAYS_BY_HAND = 2

/** Throws Refusal `payout_debited`: what has left of it, or may have, would leave again with the whole. */
export async function requireNoDebit({ tx }: UserCtx, payoutId: string): Promise<void> {
  if (await wasDebited(tx, payoutId)) throw new Refusal('payout_debited')
}

interface StatedOutcome {
  readonly outcome: 'paid' | 'failed'
  readonly reference: string
  readonly evidence: string
}

/** Throws Refusal `wrong_state` while the provider is still asked, or when its outcome is known; `conflict` when another is stated. */
export async function stateOutcome(
  ctx: UserCtx,
  id: string,
  stated: StatedOutcome,
): Promise<PayoutOutcomeRow> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Refusal('not_found')
  await requireNoParty(ctx, payout)
  if (!(await isUnknown(ctx, payout))) throw new Refusal('wrong_state')
  // what left by hand left a bank account whose statement says so: it is paid by that line alone
  if (stated.outcome === 'paid' && payout.by_hand) throw new Refusal('wrong_state')
  if (stated.outcome === 'failed') await requireNoDebit(ctx, id)
  if (stated.outcome === 'paid' && stated.reference === '') throw invalid({ reference: ['required'] })
  const outcome = {
    ...{ id: randomId(), payout_id: id, generation: payout.generation, outcome: stated.outcome },
    reference: stated.outcome === 'paid' ? stated.reference : null,
    evidence: stated.evidence,
    ...{ stated_by: ctx.user.id, stated_at: new Date(ctx.now) },
  }
  if (!(await insertOutcome(ctx.tx, outcome))) throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'payout_outcome_stated',
    actor: ctx.user,
    subject: { type: 'payout', id },
    after: { outcome: outcome.outcome, reference: outcome.reference, evidence: outcome.evidence },
  })
  return { ...outcome, state: 'stated', decided_by: null, decided_at: null }
}

type TriedPayout = Pick<PayoutRow, 'status' | 'by_hand'> & {
  readonly has_failed: boolean
  readonly sent_at: Date | null
}

/** In review without a proved failure; or given to a person, and in no statement for two working days. */
export function isOutcomeUnknown({ settings }: UserCtx, payout: TriedPayout): boolean {
  if (payout.status === 'review') return !payout.has_failed
  if (payout.status !== 'sent' || !payout.by_hand || payout.sent_at === null) return false
  // real time, as all of a payout's tries
  return Date.now() > addBusinessDays(payout.sent_at.getTime(), DAYS_BY_HAND, settings.policy.calendar)
}

async function isUnknown(ctx: UserCtx, payout: PayoutRow): Promise<boolean> {
  if (!['review', 'sent'].includes(payout.status)) return false
  const [has_failed, { sentAt }] = await Promise.all([
    hasFailedForCertain(ctx.tx, payout.id),
    latestAttempt(ctx.tx, payout),
  ])
  return isOutcomeUnknown(ctx, { ...payout, has_failed, sent_at: new Date(sentAt) })
}

/** Throws Refusal `forbidden` for whoever stated it, `wrong_state` once the outcome is known or decided. */
export async function confirmOutcome(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const { outcome, payout } = await lockStated(ctx, id)
  if (outcome.stated_by === ctx.user.id) throw new Refusal('forbidden')
  await requireNoParty(ctx, payout)
  if (outcome.outcome === 'failed') await requireNoDebit(ctx, payout.id)
  const isCurrent = outcome.generation === payout.generation && (await isUnknown(ctx, payout))
  if (!isCurrent || !(await decide(ctx, outcome, 'confirmed'))) throw new Refusal('wrong_state')
  await provePayout(ctx, payout, {
    kind: 'out',
    key: payoutKey(payout),
    providerId: outcome.reference ?? outcome.id,
    state: outcome.outcome === 'paid' ? 'done' : 'failed',
    detail: outcome.evidence,
  })
  return readBack(ctx, payout)
}

/** By anybody of the Admins, its author too: nothing moves by it. */
export async function rejectOutcome(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const { outcome, payout } = await lockStated(ctx, id)
  if (!(await decide(ctx, outcome, 'rejected'))) throw new Refusal('wrong_state')
  return payout
}

/** The payout is locked first, as everywhere: of two who decide at once, the second reads what the first has done. */
async function lockStated(
  ctx: UserCtx,
  id: string,
): Promise<{ outcome: PayoutOutcomeRow; payout: PayoutRow }> {
  const outcome = await findOutcome(ctx.tx, id)
  const payout = outcome && (await lockPayout(ctx.tx, outcome.payout_id))
  if (!outcome || !payout) throw new Refusal('not_found')
  return { outcome, payout }
}

async function decide(
  ctx: UserCtx,
  { id, payout_id, outcome }: PayoutOutcomeRow,
  state: 'confirmed' | 'rejected',
): Promise<boolean> {
  if (!(await decideOutcome(ctx.tx, { id, state, by: ctx.user.id, at: new Date(ctx.now) }))) return false
  await recordAudit(ctx, {
    action: state === 'confirmed' ? 'payout_outcome_confirmed' : 'payout_outcome_rejected',
    actor: ctx.user,
    subject: { type: 'payout', id: payout_id },
    after: { outcome },
  })
  return true
}

async function readBack(ctx: UserCtx, { id }: PayoutRow): Promise<PayoutRow> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Error('a payout is gone')
  return payout
}
