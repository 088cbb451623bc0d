/** What is earned says that a paper is due, in the transaction that earns it. Its number comes later, by the job. */
import type { Party } from '#core/lifecycle/states.ts'
import { insertDue } from '#server/repositories/tax-papers.ts'
import type { Ctx } from '#server/services/context.ts'

interface EarnedDeal {
  readonly id: string
  readonly payer_id: number | null
  readonly payee_id: number | null
}

/** The payee pays the commission: it is taken from what they receive. */
export const commissionIsDue = (ctx: Ctx, deal: EarnedDeal, amountPaise: number): Promise<void> =>
  addDue(ctx, deal, { party: 'payee', fee: 'commission', amountPaise })

export const keptFeeIsDue = (
  ctx: Ctx,
  deal: EarnedDeal,
  { party, amountPaise }: { party: Party; amountPaise: number },
): Promise<void> => addDue(ctx, deal, { party, fee: 'dispute_fee', amountPaise })

async function addDue(
  ctx: Ctx,
  deal: EarnedDeal,
  { party, fee, amountPaise }: { party: Party; fee: 'commission' | 'dispute_fee'; amountPaise: number },
): Promise<void> {
  const userId = party === 'payer' ? deal.payer_id : deal.payee_id
  if (amountPaise === 0) return
  if (userId === null) throw new Error(`deal ${deal.id} has no ${party}`)
  await insertDue(ctx.tx, {
    source: fee === 'commission' ? `deal:${deal.id}:commission` : `deal:${deal.id}:fee:${party}`,
    ...{ fee, user_id: userId, deal_id: deal.id, amount_paise: amountPaise, at: new Date(ctx.now) },
    ...{ original: null, reason: null },
  })
}
