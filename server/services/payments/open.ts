/** A pay-in for what is due from me now: the deal's amount, or my dispute fee. Asked twice, the open one again. */
import type { Payment } from '../../../core/contract/deals.ts'
import { Refusal } from '../../../core/errors.ts'
import { lockDeal } from '../../repositories/deals.ts'
import { openPayIn } from '../../repositories/payments.ts'
import { newReference, randomId } from '../../tokens.ts'
import { requireMoney } from '../alarms.ts'
import type { UserCtx } from '../context.ts'
import { factsOf } from '../deals/facts.ts'
import { applyLapses } from '../deals/lapse.ts'
import { requireViewer } from '../deals/viewer.ts'
import { dueFrom } from './due.ts'
import { presentPayIn } from './present.ts'

export async function openPayment(ctx: UserCtx, dealId: string): Promise<Payment | Refusal> {
  // nobody is asked for money that could not be taken just now
  requireMoney()
  const found = await lockDeal(ctx.tx, dealId)
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  const loaded = await applyLapses(ctx, found)
  const due = dueFrom(viewer, await factsOf(ctx, loaded))
  if (due instanceof Refusal) return due
  const row = await openPayIn(ctx.tx, {
    id: randomId(),
    deal_id: dealId,
    party: due.party,
    user_id: ctx.user.id,
    purpose: due.purpose,
    provider: ctx.house.provider,
    amount_paise: due.amountPaise,
    reference: newReference(),
    created_at: new Date(ctx.now),
  })
  return presentPayIn(ctx.house, row)
}
