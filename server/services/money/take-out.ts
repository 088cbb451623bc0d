/**
 * Takes a payment out of the deal that it funded by mistake: back to suspense, as money of whoever it is of. The deal ends,
 * since its hold ends once; nobody of it is paid.
 */
import { invalid } from '#core/errors.ts'
import { decide } from '#core/lifecycle/decide.ts'
import { lockDeal } from '#server/repositories/deals.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { applyAndNotify } from '#server/services/deals/apply-decision.ts'

/** Answers the transfer. Throws Refusal `invalid` when somebody has acted on the payment, or its deadline has passed. */
export async function takeOutOfDeal(ctx: UserCtx, dealId: string | null): Promise<string> {
  const loaded = dealId === null ? null : await lockDeal(ctx.tx, dealId)
  if (!loaded) throw movedOn()
  const request = { action: 'unfund', by: 'gateway', now: ctx.now } as const
  const decision = decide(await factsOf(ctx, loaded), request)
  if (!decision.ok) throw movedOn()
  // the reason names other people: it is in the audit log, and not told to the two of the deal
  await applyAndNotify(ctx, loaded, decision, { name: 'unfund', by: 'team', actorId: ctx.user.id, data: {} })
  return `deal:${loaded.deal.id}:end`
}

const movedOn = () => invalid({ note: ['line_moved_on'] })
