/** What was withheld in a month, for the team and for the returns. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { listWithheldTaxes } from '#core/contract/tax-papers.ts'
import { tcsRuleOn, tdsRuleOn } from '#core/tax/tax-settings.ts'
import { withholdingSheets } from '#core/tax/withholding-returns.ts'
import { istDay } from '#core/time.ts'
import { listWithheldIn, unpaidTds } from '#server/repositories/withheld-taxes.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function withheldOfMonth(
  ctx: UserCtx,
  month: string,
): Promise<Answer<typeof listWithheldTaxes>> {
  const rows = await listWithheldIn(ctx.tx, month)
  const unpaid = await unpaidTds(ctx.tx, `${month}-01`)
  await recordListView(ctx, `tax withheld in ${month}`, [])
  const today = istDay(ctx.now)
  return {
    tds: tdsRuleOn(ctx.settings.tax, today) !== null,
    tcs: tcsRuleOn(ctx.settings.tax, today) !== null,
    rows: rows.map((row) => ({
      ...{ form_pk: row.deal_id, tax: row.tax, withheld_on: row.withheld_on, section: row.section },
      ...{ payee: row.payee.name, pan: row.pan, gstin: row.payee.gstin, gross_paise: row.gross_paise },
      ...{ base_paise: row.base_paise, rate_bp: row.rate_bp, tax_paise: row.tax_paise },
      ...{ reason: row.reason, place_assumed: row.is_place_assumed },
      unpaid_paise: row.tax === 'tds' ? (unpaid.get(row.deal_id) ?? 0) : 0,
      given_back: givenBackOf(ctx, row),
    })),
  }
}

type ListedTax = Awaited<ReturnType<typeof listWithheldIn>>[number]

const givenBackOf = ({ user }: UserCtx, row: ListedTax) =>
  row.back_paise === null
    ? null
    : {
        ...{ amount_paise: row.back_paise, note: row.back_note ?? '', asked_by: row.back_asker ?? '' },
        ...{ mine: row.back_asked_by === user.id, agreed: row.is_back },
      }

/** What the State is owed: a return is filed after it is paid, and what is paid goes back no more. */
function leftOf(row: ListedTax) {
  const backPaise = row.is_back ? (row.back_paise ?? 0) : 0
  const taxPaise = row.tax_paise - backPaise
  const basePaise = row.base_paise - (row.is_back ? (row.back_base_paise ?? 0) : 0)
  // the rate that is left: the higher one for want of a PAN was the mistake
  const isPart = backPaise > 0 && basePaise > 0
  return {
    ...{ basePaise, taxPaise, reason: backPaise > 0 ? null : row.reason },
    rateBasisPoints: isPart ? Math.round((taxPaise * 10_000) / basePaise) : row.rate_bp,
  }
}

/** By the name of the sheet. */
export async function withheldReturnsOf(ctx: UserCtx, month: string): Promise<ReadonlyMap<string, string>> {
  const subject = { type: 'tax_return', id: `withheld ${month}` }
  await recordAudit(ctx, { action: 'data_exported', actor: ctx.user, subject })
  const rows = await listWithheldIn(ctx.tx, month)
  return withholdingSheets(
    rows.map((row) => ({
      ...{ tax: row.tax, dealId: row.deal_id, withheldOn: row.withheld_on, section: row.section },
      ...{
        payeeName: row.payee.name,
        pan: row.pan_today,
        gstin: row.payee.gstin,
        grossPaise: row.gross_paise,
      },
      ...{ cgstPaise: row.cgst_paise, sgstPaise: row.sgst_paise, igstPaise: row.igst_paise },
      ...leftOf(row),
    })),
  )
}
