/** Ends a hold in the ledger and queues the payouts that follow. The database lets a hold end only once. */
import {
  type AccountCode,
  COMMISSION,
  DISPUTE_FEES,
  feeHoldAccount,
  holdAccount,
  payableAccount,
  receivableAccount,
  SUSPENSE,
  TCS,
  TDS,
} from '#core/accounts.ts'
import type { PayoutParts } from '#core/charges.ts'
import type { Decision } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { HoldTo } from '#core/lifecycle/transitions.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { endProviderHold } from '#server/services/money/provider-holds.ts'
import { queuePayout } from '#server/services/money/queue-payout.ts'
import { commissionIsDue, keptFeeIsDue } from '#server/services/money/tax-due.ts'
import {
  NOTHING_WITHHELD,
  type WithheldParts,
  withheldPaise,
  withhold,
  withholds,
} from '#server/services/money/withhold-tax.ts'

function payableOf(deal: DealRow, party: Party): AccountCode {
  const userId = party === 'payer' ? deal.payer_id : deal.payee_id
  if (userId === null) throw new Error(`deal ${deal.id} has no ${party}`)
  return payableAccount(userId)
}

function receivableOf({ id, payer_id }: DealRow): AccountCode {
  if (payer_id === null) throw new Error(`deal ${id} has no payer`)
  return receivableAccount(payer_id)
}

/** Answers what of the payee's part is withheld as tax. */
export async function settleHold(
  ctx: Ctx,
  deal: DealRow,
  parts: PayoutParts,
  kind: HoldTo,
): Promise<WithheldParts> {
  const hold = holdAccount(deal.id)
  // without a statement or a wait where nothing is switched on
  const withheld = withholds(ctx) ? await withhold(ctx, deal, parts) : NOTHING_WITHHELD
  const paidToPayee = parts.payeePaise - withheldPaise(withheld)
  const credits = [
    { account: payableOf(deal, 'payer'), amountPaise: parts.payerPaise },
    { account: payableOf(deal, 'payee'), amountPaise: paidToPayee },
    { account: TDS, amountPaise: withheld.tdsPaise },
    { account: TCS, amountPaise: withheld.tcsPaise },
    { account: COMMISSION, amountPaise: parts.commissionPaise },
    { account: SUSPENSE, amountPaise: kind === 'suspense' ? deal.amount_paise : 0 },
    // they owe no more what the bank gave them back: nothing is paid to them a second time
    ...(kind === 'charged_back'
      ? [{ account: receivableOf(deal), amountPaise: deal.amount_paise - parts.payerPaise }]
      : []),
  ].filter((entry) => entry.amountPaise !== 0)
  const posting = {
    id: `deal:${deal.id}:end`,
    kind,
    dealId: deal.id,
    resolves: hold,
    entries: [{ account: hold, amountPaise: -deal.amount_paise }, ...credits],
  }
  // before what waits for it is queued
  await endProviderHold(ctx, deal.id, paidToPayee)
  await Promise.all([
    mustPost(ctx, posting),
    queuePayout(ctx, deal, { party: 'payer', purpose: 'refund', amountPaise: parts.payerPaise }),
    queuePayout(ctx, deal, { party: 'payee', purpose: 'release', amountPaise: paidToPayee }),
    commissionIsDue(ctx, deal, parts.commissionPaise),
  ])
  return withheld
}

/** Dispute fees that were paid: back to who paid, or kept. */
export async function settleFees(ctx: Ctx, deal: DealRow, decision: Decision): Promise<void> {
  for (const party of ['payer', 'payee'] as const) {
    const fate = decision.fees[party]
    const amountPaise = decision.next.dispute?.feePaidPaise[party] ?? 0
    if (!fate || amountPaise === 0) continue
    const account = feeHoldAccount(deal.id, party)
    const to = fate === 'back' ? payableOf(deal, party) : DISPUTE_FEES
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
    else await keptFeeIsDue(ctx, deal, { party, amountPaise })
  }
}
