/** Whose payment a deal's deadline waits for, and the time that whoever is about to pay has to finish. */
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
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

/** Longer than anything is open. */
const REMEMBERED_MS = 20 * DAY_MS

interface TimeGiven {
  /** With this much left, or more, nothing is given. */
  readonly enoughMs: number
  /** From now on. */
  readonly givenMs: number
  /** For one payment. */
  readonly times: number
  readonly key: string
}

/** Paid in an app that opened in time, it would be found after the deadline, given back, and the deal be over or lost. */
export const ON_ITS_PAGE: TimeGiven = {
  ...{ enoughMs: 10 * MINUTE_MS, givenMs: 10 * MINUTE_MS, times: 1 },
  key: 'time to pay',
}

/** Whoever came in time could not pay, and would lose the deal for it. Not without end: the other side waits. */
export const PROVIDER_UNANSWERED: TimeGiven = {
  ...{ enoughMs: 2 * HOUR_MS, givenMs: DAY_MS, times: 3 },
  key: 'time to pay unanswered',
}

/** Moves the deadline that this payment is waited for by, where little of it is left. */
export async function giveTimeToPay(
  ctx: Ctx,
  { id, deal_id, party }: PayInRow,
  { enoughMs, givenMs, times, key }: TimeGiven,
): Promise<void> {
  const loaded = await lockDeal(ctx.tx, deal_id)
  if (!loaded?.deal.due_at || loaded.deal.frozen_since !== null) return
  const leftMs = loaded.deal.due_at.getTime() - ctx.now
  if (leftMs <= 0 || leftMs >= enoughMs || !isAwaited(await factsOf(ctx, loaded), party)) return
  const { current } = await countHit(ctx.tx, `${key} ${id}`, REMEMBERED_MS)
  if (current > times) return
  await updateDeal(ctx.tx, loaded.deal, { due_at: new Date(ctx.now + givenMs) })
}
