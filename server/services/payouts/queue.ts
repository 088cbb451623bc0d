/** Money that is owed leaves: to the payee's payment number, or back to where the payer's money came from. */
import type { Party } from '../../../core/lifecycle/states.ts'
import type { PayoutTable } from '../../db/tables.ts'
import { addJob } from '../../repositories/jobs.ts'
import { insertPayout, sourceOf } from '../../repositories/payments.ts'
import { findUser } from '../../repositories/users.ts'
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
  const user = await findUser(ctx.tx, userId)
  const own = user?.payment_number ?? user?.phone_number ?? ''
  const back = owed.purpose === 'release' ? null : await sourceOf(ctx.tx, deal.id, owed.party)
  const id = randomId()
  await insertPayout(ctx.tx, {
    id,
    deal_id: deal.id,
    user_id: userId,
    party: owed.party,
    purpose: owed.purpose,
    amount_paise: owed.amountPaise,
    provider: ctx.house.provider,
    destination: back ?? own,
    created_at: new Date(ctx.now),
  })
  await addJob(ctx.tx, 'payout', { payoutId: id })
}
