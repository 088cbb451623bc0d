/**
 * What is withheld of a payee's money for the State, when the operator's tax settings say so: judged and written in the
 * transaction that ends the hold. Only what is paid to a payee is taxed, so what goes back to a payer never was.
 */
import type { Insertable } from 'kysely'
import type { PayoutParts } from '#core/charges.ts'
import { addPaise, minusPaise, type Paise, ZERO } from '#core/money.ts'
import { financialYear } from '#core/tax/gst.ts'
import type { PaperParty } from '#core/tax/paper-party.ts'
import { tcsRuleOn, tdsRuleOn } from '#core/tax/tax-settings.ts'
import { knownPan, tcsOn, tdsOn, type WithholdingReason } from '#core/tax/withholding.ts'
import { istDay } from '#core/time.ts'
import type { WithheldTaxTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { findTaxPerson } from '#server/repositories/tax-papers.ts'
import { recipientOf } from '#server/repositories/tax-recipient.ts'
import { insertWithheld, lockYearOf, yearSoFar } from '#server/repositories/withheld-taxes.ts'
import type { Ctx } from '#server/services/context.ts'

export interface WithheldParts {
  readonly tdsPaise: Paise
  readonly tcsPaise: Paise
  /** Why TDS is not the usual rate; null too where none is withheld. */
  readonly reason: WithholdingReason | null
}

export const NOTHING_WITHHELD: WithheldParts = { tdsPaise: ZERO, tcsPaise: ZERO, reason: null }

type NewRow = Insertable<WithheldTaxTable>
type TaxedDeal = Pick<DealRow, 'id' | 'payer_id'>
type PayeeParts = Pick<PayoutParts, 'payeePaise' | 'commissionPaise'>

/** Before the posting that ends the hold of a deal. */
export async function withhold(ctx: Ctx, deal: DealRow, parts: PayeeParts): Promise<WithheldParts> {
  const { payee_id: payeeId } = deal
  if (parts.payeePaise === 0 || payeeId === null) return NOTHING_WITHHELD
  return inTurn(ctx.tx, async () => {
    await lockYearOf(ctx.tx, payeeId)
    const rows = await judge(ctx, { deal, payeeId, parts })
    await insertWithheld(ctx.tx, rows)
    return partsOf(rows)
  })
}

/** What a release would have withheld if it came now; null while nothing is switched on. */
export async function foreseeWithholding(
  ctx: Ctx,
  deal: TaxedDeal & { readonly payeeId: number | null },
  parts: PayeeParts,
): Promise<WithheldParts | null> {
  const { payeeId } = deal
  return withholds(ctx) && payeeId !== null ? partsOf(await judge(ctx, { deal, payeeId, parts })) : null
}

/** Whether any of it is switched on today. */
export function withholds(ctx: Ctx): boolean {
  const { tds, tcs } = rulesOf(ctx)
  return tds !== null || tcs !== null
}

export const withheldPaise = ({ tdsPaise, tcsPaise }: WithheldParts): Paise => addPaise(tdsPaise, tcsPaise)

const rulesOf = ({ settings, now }: Ctx) => {
  const today = istDay(now)
  return { tds: tdsRuleOn(settings.tax, today), tcs: tcsRuleOn(settings.tax, today), today }
}

const turns = new WeakMap<Tx, Promise<unknown>>()
/** Deadlines of several deals are applied side by side in one transaction: its lock does not make one wait for another. */
function inTurn<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(tx) ?? Promise.resolve()).then(work, work)
  turns.set(tx, turn)
  return turn
}

interface Judged {
  readonly deal: TaxedDeal
  readonly payeeId: number
  readonly parts: PayeeParts
}

async function judge(ctx: Ctx, { deal, payeeId, parts }: Judged): Promise<NewRow[]> {
  const { today } = rulesOf(ctx)
  const details = await findTaxPerson(ctx.tx, payeeId)
  const party = await recipientOf(ctx.tx, payeeId)
  const pan = knownPan({ pan: details?.pan ?? null, gstin: party.gstin })
  const common = {
    ...{ deal_id: deal.id, user_id: payeeId, year: financialYear(today), withheld_on: today },
    ...{ gross_paise: addPaise(parts.payeePaise, parts.commissionPaise), payee: JSON.stringify(party) },
  }
  const tcs = await tcsRow(ctx, { common, deal, party, pan })
  const mostPaise = minusPaise(parts.payeePaise, tcs?.tax_paise ?? 0)
  const tds = await tdsRow(ctx, { common, pan, mostPaise })
  return [tds, tcs].flatMap((row) => row ?? [])
}

type Common = Pick<NewRow, 'deal_id' | 'user_id' | 'year' | 'withheld_on' | 'payee'> & {
  readonly gross_paise: Paise
}

async function tdsRow(
  ctx: Ctx,
  { common, pan, mostPaise }: { common: Common; pan: string | null; mostPaise: Paise },
): Promise<NewRow | null> {
  const { tds } = rulesOf(ctx)
  if (!tds) return null
  const withheld = tdsOn(tds, pan, {
    earned: { grossPaise: common.gross_paise, mostPaise },
    year: await yearSoFar(ctx.tx, common.user_id, common.year),
  })
  return {
    ...common,
    ...{ tax: 'tds', section: tds.section, pan, reason: withheld.reason, place_of_supply: null },
    ...{ base_paise: withheld.basePaise, rate_bp: withheld.rateBasisPoints, tax_paise: withheld.taxPaise },
  }
}

interface Supply {
  readonly common: Common
  readonly deal: TaxedDeal
  readonly party: PaperParty
  readonly pan: string | null
}

/** Of suppliers that are registered. Where the payer has not said where they live, the supplier's State stands for theirs. */
async function tcsRow(ctx: Ctx, { common, deal, party, pan }: Supply): Promise<NewRow | null> {
  const { tcs } = rulesOf(ctx)
  if (!tcs || party.gstin === null || party.state === null) return null
  const payerState = deal.payer_id === null ? null : (await findTaxPerson(ctx.tx, deal.payer_id))?.state
  const place = payerState ?? party.state
  const { cgstPaise, sgstPaise, igstPaise } = tcsOn(common.gross_paise, tcs.rate_bp, place === party.state)
  return {
    ...common,
    ...{ tax: 'tcs', section: tcs.section, pan, reason: null, rate_bp: tcs.rate_bp },
    ...{ base_paise: common.gross_paise, tax_paise: addPaise(cgstPaise, sgstPaise, igstPaise) },
    ...{ cgst_paise: cgstPaise, sgst_paise: sgstPaise, igst_paise: igstPaise },
    ...{ place_of_supply: place, is_place_assumed: !payerState },
  }
}

function partsOf(rows: readonly NewRow[]): WithheldParts {
  const of = (tax: NewRow['tax']): Paise => addPaise(rows.find((row) => row.tax === tax)?.tax_paise ?? 0)
  const tds = rows.find(({ tax }) => tax === 'tds')
  return { tdsPaise: of('tds'), tcsPaise: of('tcs'), reason: tds?.reason ?? null }
}
