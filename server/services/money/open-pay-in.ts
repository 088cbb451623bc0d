/** Opens a pay-in for what is due from the user now: the deal's amount, or their dispute fee; an open one is answered again. */
import type { Payment } from '#core/contract/deals.ts'
import { Refusal } from '#core/errors.ts'
import { newReference, randomId } from '#server/lib/tokens.ts'
import { openPayIn } from '#server/repositories/payments.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { requireMoney } from '#server/services/circuit-breaker.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { dueFrom } from './amount-due.ts'
import { presentPayIn } from './present-pay-in.ts'

export async function openPayment(ctx: UserCtx, dealId: string): Promise<Payment | Refusal> {
  // a payment that arrives while the ledger is stopped could not be recorded
  requireMoney()
  const locked = await lockDealFor(ctx, dealId)
  requireVerifiedPhone(ctx)
  const loaded = await applyLapses(ctx, locked)
  const due = dueFrom(locked.viewer, await factsOf(ctx, loaded))
  if (due instanceof Refusal) return due
  const row = await openPayIn(ctx.tx, {
    id: randomId(),
    deal_id: dealId,
    party: due.party,
    user_id: ctx.user.id,
    purpose: due.purpose,
    provider: ctx.settings.provider,
    amount_paise: due.amountPaise,
    reference: newReference(),
    created_at: new Date(ctx.now),
  })
  return presentPayIn(ctx.settings, row)
}
