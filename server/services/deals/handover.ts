/** The code that the payer reads out at the door: single use, five tries, then dead. */
import { invalid, type Refusal } from '../../../core/errors.ts'
import { type Loaded, updateDeal } from '../../repositories/deals.ts'
import { getPolicy } from '../../repositories/policies.ts'
import type { UserCtx } from '../context.ts'
import type { Effect } from './effect.ts'

/** The right code confirms the delivery for the payer. A wrong one is counted, and the refusal is returned so that the count stays. */
export async function deliverEffect(
  ctx: UserCtx,
  { deal }: Loaded,
  input: Record<string, unknown>,
): Promise<Effect | Refusal> {
  const { handover_code: given, ...data } = input
  if (given === undefined) return { data }
  const { handoverTries } = await getPolicy(ctx.tx, deal.policy_id)
  if (deal.handover_code === null) return invalid({ handover_code: ['handover_none'] })
  if (deal.handover_tries >= handoverTries) return invalid({ handover_code: ['handover_dead'] })
  if (given === deal.handover_code)
    return {
      request: { deliveryConfirmed: true },
      data: { ...data, handover: true },
      deal: { handover_code: null },
    }
  await updateDeal(ctx.tx, deal, { handover_tries: deal.handover_tries + 1 })
  const left = handoverTries - deal.handover_tries - 1
  return invalid({ handover_code: [left > 0 ? `handover_wrong:${left}` : 'handover_dead'] })
}
