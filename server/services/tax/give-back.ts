/** Gives a fee back: out of what we earned to who paid it, with a credit note for the tax in it. */
import { COMMISSION, DISPUTE_FEES, payableAccount } from '#core/accounts.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { numberOfPaper } from '#core/tax/gst.ts'
import { randomId } from '#server/lib/tokens.ts'
import { findPaper, insertDue, lockCreditOf, promisedBackOf } from '#server/repositories/tax-papers.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { mustPost } from '#server/services/money/post.ts'
import { queuePayout } from '#server/services/money/queue-payout.ts'

export interface GiveBack {
  readonly id: string
  readonly amountPaise: number
  readonly reason: string
}

/** Throws Refusal `not_found`, `forbidden` for a party of the deal, `wrong_state` for a note, `invalid` above what is left. */
export async function giveBack(
  ctx: UserCtx,
  { id, amountPaise, reason }: GiveBack,
): Promise<{ left_paise: number }> {
  const paper = await findPaper(ctx.tx, numberOfPaper(id))
  if (!paper) throw new Refusal('not_found')
  if (paper.original !== null) throw new Refusal('wrong_state')
  const { deal, viewer } = await lockDealFor(ctx, paper.deal_id)
  // nobody gives money to themselves
  if (viewer !== 'team') throw new Refusal('forbidden')
  await lockCreditOf(ctx.tx, paper.number)
  const leftPaise = paper.total_paise - (await promisedBackOf(ctx.tx, paper.number)) - amountPaise
  if (leftPaise < 0) throw invalid({ amount_paise: [`max:${(leftPaise + amountPaise) / 100}`] })
  const source = `credit:${randomId()}`
  await insertDue(ctx.tx, {
    ...{ source, fee: paper.fee, user_id: paper.user_id, deal_id: paper.deal_id, amount_paise: amountPaise },
    ...{ at: new Date(ctx.now), original: paper.number, reason },
  })
  const income = paper.fee === 'commission' ? COMMISSION : DISPUTE_FEES
  await mustPost(ctx, {
    id: source,
    kind: 'fee_given_back',
    dealId: deal.id,
    entries: [
      { account: income, amountPaise: -amountPaise },
      { account: payableAccount(paper.user_id), amountPaise },
    ],
  })
  await queuePayout(ctx, deal, {
    ...{ party: paper.user_id === deal.payer_id ? 'payer' : 'payee', purpose: 'fee_back', amountPaise },
    givenBack: { source, fee: paper.fee },
  })
  await recordAudit(ctx, {
    action: 'fee_given_back',
    actor: ctx.user,
    subject: { type: 'tax_paper', id: paper.number },
    after: { amount_paise: amountPaise, reason },
  })
  return { left_paise: leftPaise }
}
