/** What was withheld in a month, for the team and for the returns. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { listWithheldTaxes } from '#core/contract/tax-papers.ts'
import { tcsRuleOn, tdsRuleOn } from '#core/tax/tax-settings.ts'
import { withholdingSheets } from '#core/tax/withholding-returns.ts'
import { istDay } from '#core/time.ts'
import { listWithheldIn } from '#server/repositories/withheld-taxes.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function withheldOfMonth(
  ctx: UserCtx,
  month: string,
): Promise<Answer<typeof listWithheldTaxes>> {
  const rows = await listWithheldIn(ctx.tx, month)
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
    })),
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
      ...{ payeeName: row.payee.name, pan: row.pan, gstin: row.payee.gstin, reason: row.reason },
      ...{ grossPaise: row.gross_paise, basePaise: row.base_paise, rateBasisPoints: row.rate_bp },
      ...{ taxPaise: row.tax_paise, cgstPaise: row.cgst_paise, sgstPaise: row.sgst_paise },
      igstPaise: row.igst_paise,
    })),
  )
}
