/** Queues a payout: to the payee's payment number, or back to the account that the money came from. */
import { EventEmitter } from 'node:events'
import type { Party } from '#core/lifecycle/states.ts'
import type { PayoutTable } from '#server/db/tables.ts'
import { randomId } from '#server/lib/tokens.ts'
import { destinationOf, insertPayout, type RefundSource } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'

/** Wakes the payout job of this process after the commit. A signal that is lost costs one poll. */
export const payoutSignal = new EventEmitter<{ queued: [] }>()

export interface Owed {
  readonly party: Party
  readonly purpose: PayoutTable['purpose']
  readonly amountPaise: number
  /** The payment of the provider that a stray amount came with. */
  readonly payment?: { readonly provider: string; readonly paymentId: string }
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
  await insertPayout(ctx.tx, {
    id: randomId(),
    deal_id: deal.id,
    user_id: userId,
    party: owed.party,
    purpose: owed.purpose,
    amount_paise: owed.amountPaise,
    provider: ctx.settings.provider,
    destination: destinationOf(ctx.tx, {
      userId,
      refundOf: refundSource(deal.id, owed),
    }),
    created_at: new Date(ctx.now),
  })
  ctx.tx.afterCommit(() => payoutSignal.emit('queued'))
}

function refundSource(dealId: string, { purpose, party, payment }: Owed): RefundSource | null {
  if (purpose === 'release') return null
  if (purpose !== 'stray') return { dealId, party, purpose: purpose === 'refund' ? 'amount' : 'fee' }
  if (!payment) throw new Error(`deal ${dealId}: a stray amount without its payment`)
  return payment
}
