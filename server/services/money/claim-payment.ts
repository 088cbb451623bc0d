/**
 * "I have paid", with the number of the transfer. A hint for whoever reads the bank's statement: it moves no money, and
 * gives the deal time once for each of the payments that its deadline waits for.
 */
import { addBusinessDays } from '#core/business-days.ts'
import type { PaymentClaim } from '#core/contract/payment-claim.ts'
import { Refusal, rateLimited } from '#core/errors.ts'
import { DAY_MS, istDay, SECOND_MS } from '#core/time.ts'
import { provesByStatement } from '#server/rails/capabilities.ts'
import { type DealRow, updateDeal } from '#server/repositories/deals.ts'
import { contestClaims, hasClaim, insertClaim, listClaimsOf } from '#server/repositories/payment-claims.ts'
import { findOpenPayIn, type PayInRow } from '#server/repositories/payments.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { notifyOfClaim } from '#server/services/notifications/claim-notifications.ts'
import { dueFrom } from './amount-due.ts'
import { presentClaim } from './present-claim.ts'
import { isAwaited } from './time-to-pay.ts'

/** Somebody who mistypes gets it right; somebody who tries numbers of others finds out nothing. */
const PER_PAY_IN = 5
const PER_USER_AND_DAY = 20

interface ClaimInput {
  readonly utr: string
  readonly amountPaise: number | null
}

export async function claimPayment(
  ctx: UserCtx,
  dealId: string,
  input: ClaimInput,
): Promise<PaymentClaim | Refusal> {
  const loaded = await lockDealFor(ctx, dealId)
  const { deal, dispute } = await applyLapses(ctx, loaded)
  const facts = await factsOf(ctx, { deal, dispute })
  const due = dueFrom(loaded.viewer, facts)
  if (due instanceof Refusal) return due
  const payIn = await findOpenPayIn(ctx.tx, { deal_id: dealId, ...due })
  if (!payIn || !provesByStatement(payIn.provider)) return new Refusal('wrong_state')
  const claims = await listClaimsOf(ctx.tx, payIn.id)
  const same = claims.find(({ utr }) => utr === input.utr)
  if (same) return presentClaim(same)
  if (claims.length >= PER_PAY_IN) return new Refusal('limit_reached')
  await limitClaims(ctx)
  const { calendar, claimBusinessDays } = facts.policy
  const lookUntil = addBusinessDays(ctx.now, claimBusinessDays, calendar)
  const isWaiting = isAwaited(facts, due.party)
  if (isWaiting && !(await hasClaim(ctx.tx, dealId, due))) await waitForBank(ctx, deal, lookUntil)
  const claim = await keepClaim(ctx, payIn, { ...input, lookUntil })
  if (isWaiting) await notifyOfClaim(ctx, deal, { payIn, lookUntil })
  return presentClaim(claim)
}

/** Once: whoever claims again and again must not keep a deal open. Until then they are not reminded to pay. */
async function waitForBank(ctx: UserCtx, deal: DealRow, lookUntil: number): Promise<void> {
  if ((deal.due_at?.getTime() ?? 0) >= lookUntil) return
  const changes = { due_at: new Date(lookUntil), next_reminder_at: null }
  if (!(await updateDeal(ctx.tx, deal, changes))) throw new Refusal('conflict')
}

async function limitClaims({ tx, user }: UserCtx): Promise<void> {
  const { current, ttl } = await countHit(tx, `claims user ${user.id}`, DAY_MS)
  if (current > PER_USER_AND_DAY) throw rateLimited(Math.ceil(ttl / SECOND_MS))
}

async function keepClaim(
  ctx: UserCtx,
  payIn: PayInRow,
  { utr, amountPaise, lookUntil }: ClaimInput & { readonly lookUntil: number },
) {
  const isContested = await contestClaims(ctx.tx, { payInId: payIn.id, utr })
  const state = isContested ? ('conflict' as const) : ('claimed' as const)
  const claim = { utr, state, at: new Date(ctx.now), look_until: istDay(lookUntil) }
  await insertClaim(ctx.tx, { pay_in_id: payIn.id, amount_paise: amountPaise, ...claim })
  await recordAudit(ctx, {
    action: 'payment_claimed',
    actor: ctx.user,
    subject: { type: 'deal', id: payIn.deal_id },
    after: { reference: payIn.reference, utr_tail: utr.slice(-4), state },
  })
  return claim
}
