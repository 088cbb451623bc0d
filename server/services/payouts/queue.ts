/** Money that is owed leaves: to the payee's payment number, or back to where the payer's money came from. */
import type { Party } from '../../../core/lifecycle/states.ts'
import type { PayoutTable } from '../../db/tables.ts'
import { addJob } from '../../repositories/jobs.ts'
import { destinationOf, insertPayout } from '../../repositories/payments.ts'
import { randomId } from '../../tokens.ts'
import type { Ctx } from '../context.ts'

export interface Owed {
  readonly party: Party
  readonly purpose: PayoutTable['purpose']
  readonly amountPaise: number
}
interface OfDeal {
  readonly id: string
  readonly payer_id: number | null
  readonly payee_id: number | null
}

export async function queuePayout(ctx: Ctx, deal: OfDeal, owed: Owed): Promise<void> {
  if (owed.amountPaise === 0) return
  const userId = owed.party === 'payer' ? deal.payer_id : deal.payee_id
  if (userId === null) throw new Error(`nobody is the ${owed.party}`)
  const id = randomId()
  await Promise.all([
    insertPayout(ctx.tx, {
      id,
      deal_id: deal.id,
      user_id: userId,
      party: owed.party,
      purpose: owed.purpose,
      amount_paise: owed.amountPaise,
      provider: ctx.house.provider,
      destination: destinationOf(ctx.tx, {
        userId,
        backTo: owed.purpose === 'release' ? null : { dealId: deal.id, party: owed.party },
      }),
      created_at: new Date(ctx.now),
    }),
    addJob(ctx.tx, 'payout', { payoutId: id }),
  ])
}
