/**
 * Gives TDS that was withheld wrongly back to its payee, while the State is not paid it: one Admin asks, another who says the
 * same amount agrees. What is given back whole counts as not taxed, so that the year is judged as if it had never been withheld.
 */
import { payableAccount, TDS } from '#core/accounts.ts'
import { invalid, Refusal } from '#core/errors.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import {
  agreeTaxGiveBack,
  findTaxGiveBack,
  findTds,
  lockTds,
  lockYearOf,
  saveTaxGiveBack,
  unpaidTds,
  type WithheldTaxRow,
} from '#server/repositories/withheld-taxes.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { mustPost } from '#server/services/money/post.ts'
import { queuePayout } from '#server/services/money/queue-payout.ts'

export interface TaxBack {
  readonly formPk: string
  readonly amountPaise: number
  readonly note: string
}

/**
 * Throws Refusal `not_found` where none was withheld, `forbidden` for a party of the deal and for whoever has asked, `conflict`
 * once it was given back, `invalid` above what the State is not paid yet.
 */
export async function giveTaxBack(
  ctx: UserCtx,
  { formPk, amountPaise, note }: TaxBack,
): Promise<{ state: 'asked' | 'given_back' }> {
  const { deal, viewer } = await lockDealFor(ctx, formPk)
  // nobody gives money to themselves
  if (viewer !== 'team') throw new Refusal('forbidden')
  const row = await findTds(ctx.tx, deal.id)
  if (!row || row.tax_paise === 0) throw new Refusal('not_found')
  await lockTds(ctx.tx)
  const open = await findTaxGiveBack(ctx.tx, deal.id)
  if (open?.agreed_at) throw new Refusal('conflict')
  await requireUnpaid(ctx, row, amountPaise)
  const isSecond = open?.amount_paise === amountPaise
  if (isSecond && open.asked_by === ctx.user.id) throw new Refusal('forbidden')
  if (isSecond) await agree(ctx, { deal, row, amountPaise })
  else
    await saveTaxGiveBack(ctx.tx, {
      ...{ deal_id: deal.id, amount_paise: amountPaise, note },
      base_paise: amountPaise === row.tax_paise ? row.base_paise : 0,
      ...{ asked_by: ctx.user.id, asked_at: new Date(ctx.now) },
    })
  await recordAudit(ctx, {
    ...{ action: isSecond ? 'tax_given_back' : 'tax_back_asked', actor: ctx.user },
    ...{ subject: { type: 'deal', id: deal.id }, after: { amount_paise: amountPaise, note } },
  })
  return { state: isSecond ? 'given_back' : 'asked' }
}

async function requireUnpaid(ctx: UserCtx, row: WithheldTaxRow, amountPaise: number): Promise<void> {
  const unpaidPaise = (await unpaidTds(ctx.tx, row.withheld_on)).get(row.deal_id) ?? 0
  if (unpaidPaise === 0) throw invalid({ amount_paise: ['tax_paid'] })
  if (amountPaise > unpaidPaise) throw invalid({ amount_paise: [`max:${unpaidPaise / 100}`] })
}

interface AgreedBack {
  readonly deal: DealRow
  readonly row: WithheldTaxRow
  readonly amountPaise: number
}

async function agree(ctx: UserCtx, { deal, row, amountPaise }: AgreedBack): Promise<void> {
  // a release that is judged at the same time counts the year with or without it, not half
  await lockYearOf(ctx.tx, row.user_id)
  const id = `tax_back:${deal.id}:${row.tax}`
  await mustPost(ctx, {
    ...{ id, kind: 'tax_given_back', dealId: deal.id },
    entries: [
      { account: TDS, amountPaise: -amountPaise },
      { account: payableAccount(row.user_id), amountPaise },
    ],
  })
  await agreeTaxGiveBack(ctx.tx, deal.id, {
    ...{ agreed_by: ctx.user.id, agreed_at: new Date(ctx.now), transfer_id: id },
  })
  await queuePayout(ctx, deal, { party: 'payee', purpose: 'tax_back', amountPaise })
}
