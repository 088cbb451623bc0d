/** Whether one would deal with the other side again: said once by each party, after money had been in the deal. */
import { Refusal } from '#core/errors.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { insertRating } from '#server/repositories/ratings.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'

/** An offer that came to nothing says nothing of a person, and costs nothing to make. */
export const canBeRated = ({ status, funded_at }: DealRow): boolean =>
  isTerminal(status) && funded_at !== null

export async function rateDeal(ctx: UserCtx, dealId: string, isGood: boolean): Promise<DealRow> {
  const { deal, viewer } = await getDealFor(ctx, dealId)
  if (viewer === 'team') throw new Refusal('forbidden')
  const rated = viewer === 'payer' ? deal.payee_id : deal.payer_id
  if (!canBeRated(deal) || rated === null) throw new Refusal('wrong_state')
  const row = { deal_id: dealId, rater_id: ctx.user.id, rated_id: rated, is_good: isGood }
  if (!(await insertRating(ctx.tx, row))) throw new Refusal('limit_reached')
  return deal
}
