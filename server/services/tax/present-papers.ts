/** Papers as lists show them, and the month's return. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { listMyPapers, TaxPaper, TeamTaxPaper } from '#core/contract/tax-papers.ts'
import { paperId } from '#core/tax/gst.ts'
import { gstr1Sheets } from '#core/tax/gstr1.ts'
import {
  countDueOf,
  findTaxPerson,
  listPapersIn,
  listPapersOf,
  type TaxPaperRow,
} from '#server/repositories/tax-papers.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

const presentPaper = (row: TaxPaperRow): TaxPaper => ({
  id: paperId(row.number),
  number: row.number,
  kind: row.kind,
  fee: row.fee,
  issued_on: row.issued_on,
  form_pk: row.deal_id,
  taxable_paise: row.taxable_paise,
  tax_paise: row.cgst_paise + row.sgst_paise + row.igst_paise,
  total_paise: row.total_paise,
  original: row.original,
})

export async function myPapers(ctx: UserCtx): Promise<Answer<typeof listMyPapers>> {
  const { tx, user } = ctx
  const papers = await listPapersOf(tx, user.id)
  const waiting = await countDueOf(tx, user.id)
  const isAsked = ctx.settings.tax.gstin !== null && (await findTaxPerson(tx, user.id)) === undefined
  return { papers: papers.map(presentPaper), waiting, needs_details: waiting > 0 && isAsked }
}

export async function papersOfMonth(ctx: UserCtx, month: string): Promise<TeamTaxPaper[]> {
  const rows = await listPapersIn(ctx.tx, month)
  await recordListView(ctx, `tax papers of ${month}`, [])
  return rows.map((row) => ({
    ...presentPaper(row),
    recipient: row.recipient.name,
    recipient_gstin: row.recipient.gstin,
    place_of_supply: row.place_of_supply,
    place_assumed: row.is_place_assumed,
  }))
}

/** By the name of the sheet. */
export async function gstr1Of(ctx: UserCtx, month: string): Promise<ReadonlyMap<string, string>> {
  const subject = { type: 'tax_return', id: month }
  await recordAudit(ctx, { action: 'data_exported', actor: ctx.user, subject })
  const { fees } = ctx.settings.tax
  const rows = await listPapersIn(ctx.tx, month)
  return gstr1Sheets(
    rows.flatMap((row) => {
      // a bill of supply may have none
      if (row.place_of_supply === null) return []
      return {
        ...{ number: row.number, kind: row.kind, issuedOn: row.issued_on, sac: row.sac },
        recipientName: row.recipient.name,
        recipientGstin: row.recipient.gstin,
        placeOfSupply: row.place_of_supply,
        description: fees[row.fee].find(({ sac }) => sac === row.sac)?.description.en ?? row.sac,
        rateBasisPoints: row.rate_bp,
        taxablePaise: row.taxable_paise,
        cgstPaise: row.cgst_paise,
        sgstPaise: row.sgst_paise,
        igstPaise: row.igst_paise,
        totalPaise: row.total_paise,
      }
    }),
  )
}
