/** Whose payment a deal's deadline waits for, and the time that whoever is about to pay has to finish. */
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { DAY_MS, MINUTE_MS } from '#core/time.ts'
import { lockDeal, updateDeal } from '#server/repositories/deals.ts'
import type { PayInRow } from '#server/repositories/payments.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { Ctx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'

/**
 * Whether the deadline ends the deal because this side has not paid: the amount, or the fee of a dispute, without which it
 * is lost.
 */
export function isAwaited({ status, dispute }: DealFacts, party: Party): boolean {
  if (status !== 'disputed' || !dispute) return status === 'agreed'
  const isFeeOfComplaintDue = dispute.feePaidPaise[dispute.complainant] === 0
  return isFeeOfComplaintDue === (party === dispute.complainant)
}

const TIME_TO_PAY_MS = 10 * MINUTE_MS
/** Longer than anything is open. */
const REMEMBERED_MS = 20 * DAY_MS

/**
 * Whoever comes to the provider's page with less than ten minutes left has ten, once for a payment: paid in an app that
 * opened in time, it would be found after the deadline, given back, and the deal be over or lost.
 */
export async function giveTimeToPay(ctx: Ctx, { id, deal_id, party }: PayInRow): Promise<void> {
  const loaded = await lockDeal(ctx.tx, deal_id)
  if (!loaded?.deal.due_at || loaded.deal.frozen_since !== null) return
  const leftMs = loaded.deal.due_at.getTime() - ctx.now
  if (leftMs <= 0 || leftMs >= TIME_TO_PAY_MS || !isAwaited(await factsOf(ctx, loaded), party)) return
  const { current } = await countHit(ctx.tx, `time to pay ${id}`, REMEMBERED_MS)
  if (current > 1) return
  await updateDeal(ctx.tx, loaded.deal, { due_at: new Date(ctx.now + TIME_TO_PAY_MS) })
}
