/** The end of a hold in the ledger, and the payouts that follow. A hold ends once: the database sees to it. */
import type { Parts } from '../../../core/charges.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Decision } from '../../../core/lifecycle/facts.ts'
import type { Party } from '../../../core/lifecycle/states.ts'
import type { HoldTo } from '../../../core/lifecycle/transitions.ts'
import type { DealRow } from '../../repositories/deals.ts'
import type { Posting } from '../../repositories/ledger.ts'
import type { Ctx } from '../context.ts'
import { postMoney } from '../ledger/post-money.ts'
import { queuePayout } from '../payouts/queue.ts'

export function partyId(deal: DealRow, party: Party): number {
  const id = party === 'payer' ? deal.payer_id : deal.payee_id
  if (id === null) throw new Error(`deal without a ${party}`)
  return id
}

/** Posts or says why not: a hold that has ended is a conflict, anything else is a bug of ours. */
export async function mustPost(ctx: Ctx, posting: Posting): Promise<void> {
  const result = await postMoney(ctx, posting)
  if (result === 'created') return
  if (result === 'already_resolved' || result === 'exists') throw new Refusal('conflict')
  throw new Error(`ledger answered ${result} to ${posting.kind}`)
}

export async function settleHold(ctx: Ctx, deal: DealRow, parts: Parts, kind: HoldTo): Promise<void> {
  const hold = `hold:${deal.id}`
  const credits = [
    { account: `payable:${deal.payer_id}`, amountPaise: parts.payerPaise },
    { account: `payable:${deal.payee_id}`, amountPaise: parts.payeePaise },
    { account: 'commission', amountPaise: parts.commissionPaise },
  ].filter((entry) => entry.amountPaise !== 0)
  const posting = {
    id: `deal:${deal.id}:end`,
    kind,
    dealId: deal.id,
    resolves: hold,
    entries: [{ account: hold, amountPaise: -deal.amount_paise }, ...credits],
  }
  await Promise.all([
    mustPost(ctx, posting),
    queuePayout(ctx, deal, { party: 'payer', purpose: 'refund', amountPaise: parts.payerPaise }),
    queuePayout(ctx, deal, { party: 'payee', purpose: 'release', amountPaise: parts.payeePaise }),
  ])
}

/** Dispute fees that were paid: back to who paid, or kept. */
export async function settleFees(ctx: Ctx, deal: DealRow, decision: Decision): Promise<void> {
  for (const party of ['payer', 'payee'] as const) {
    const fate = decision.fees[party]
    const amountPaise = decision.next.dispute?.feePaidPaise[party] ?? 0
    if (!fate || amountPaise === 0) continue
    const account = `fee_hold:${deal.id}:${party}`
    const to = fate === 'back' ? `payable:${partyId(deal, party)}` : 'dispute_fees'
    await mustPost(ctx, {
      id: `deal:${deal.id}:fee:${party}:end`,
      kind: fate === 'back' ? 'fee_back' : 'fee_kept',
      dealId: deal.id,
      resolves: account,
      entries: [
        { account, amountPaise: -amountPaise },
        { account: to, amountPaise },
      ],
    })
    if (fate === 'back') await queuePayout(ctx, deal, { party, purpose: 'fee_back', amountPaise })
  }
}
