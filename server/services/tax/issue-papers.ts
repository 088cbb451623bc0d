/**
 * Gives numbers to papers that are due, in the order in which they arose, and books the tax in them. One process at a time;
 * number, paper and posting are one transaction, so that one which breaks off has given nothing.
 */
import { COMMISSION, DISPUTE_FEES, GST_OUTPUT } from '#core/accounts.ts'
import { paise } from '#core/money.ts'
import {
  type Fee,
  financialYear,
  type PaperKind,
  paperNumber,
  splitCredit,
  splitTax,
  type TaxSplit,
  taxOf,
} from '#core/tax/gst.ts'
import type { PaperParty } from '#core/tax/paper-party.ts'
import { feeRuleOn, supplierState } from '#core/tax/tax-settings.ts'
import { DAY_MS, istDay } from '#core/time.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import {
  creditedBy,
  findPaper,
  insertPapers,
  lastOfSeries,
  listDue,
  type NewPaper,
  type TaxDueRow,
  type TaxPaperRow,
  tryLockSeries,
} from '#server/repositories/tax-papers.ts'
import { recipientOf } from '#server/repositories/tax-recipient.ts'
import type { Ctx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'

/** A paper may be written 30 days after the supply at the latest; so long we ask where its recipient lives. */
const PLACE_ASKED_DAYS = 25

/** How many were issued: fewer than `limit` when no more is due, or another process is at it. */
export async function issuePapers(ctx: Ctx, limit: number): Promise<number> {
  if (!(await tryLockSeries(ctx.tx))) return 0
  const isRegistered = ctx.settings.tax.gstin !== null
  const placeNeededSince = isRegistered ? new Date(ctx.now - PLACE_ASKED_DAYS * DAY_MS) : null
  const due = await listDue(ctx.tx, { limit, placeNeededSince })
  await issue(ctx, due)
  return due.length
}

/** The last number of each series, among those that are to be written. */
type Series = Map<string, Pick<TaxPaperRow, 'seq' | 'issued_on'>>

/** Written together: one by one, most of the time of a paper went into its statements. */
async function issue(ctx: Ctx, due: readonly TaxDueRow[]): Promise<void> {
  const series: Series = new Map()
  let papers: NewPaper[] = []
  const write = async () => {
    await insertPapers(ctx.tx, papers)
    papers = []
  }
  for (const row of due) {
    // what a note may take is read from the notes before it
    if (row.original !== null) await write()
    papers.push(await paperOf(ctx, row, series))
  }
  await write()
}

type PaperTerms = Pick<
  TaxPaperRow,
  'kind' | 'sac' | 'rate_bp' | 'place_of_supply' | 'is_place_assumed' | 'original'
> & { readonly supplier: PaperParty; readonly recipient: PaperParty; readonly split: TaxSplit }

async function paperOf(ctx: Ctx, due: TaxDueRow, series: Series): Promise<NewPaper> {
  const { split, supplier, recipient, ...terms } = await termsOf(ctx, due)
  const { number, ...place } = await nextNumber(ctx, terms.kind, series)
  const taxPaise = taxOf(split)
  if (taxPaise > 0)
    await postTax(ctx, { number, fee: due.fee, owedPaise: isNote(terms.kind) ? -taxPaise : taxPaise })
  return {
    ...terms,
    ...place,
    ...{ number, source: due.source, user_id: due.user_id, deal_id: due.deal_id, fee: due.fee },
    ...{ supplier: JSON.stringify(supplier), recipient: JSON.stringify(recipient), reason: due.reason },
    taxable_paise: split.taxablePaise,
    cgst_paise: split.cgstPaise,
    sgst_paise: split.sgstPaise,
    igst_paise: split.igstPaise,
    round_off_paise: split.roundOffPaise,
    total_paise: due.amount_paise,
  }
}

const isNote = (kind: PaperKind): boolean => kind === 'credit_note' || kind === 'bill_credit'

async function termsOf(ctx: Ctx, due: TaxDueRow): Promise<PaperTerms> {
  if (due.original !== null) return noteTerms(ctx, due, due.original)
  const { tax } = ctx.settings
  const rule = feeRuleOn(tax, due.fee, istDay(due.at.getTime()))
  const recipient = due.recipient ?? (await recipientOf(ctx.tx, due.user_id))
  const home = supplierState(tax)
  const terms = { sac: rule.sac, original: null, supplier: supplierOf(ctx), recipient }
  if (home === null) {
    const split = splitTax(paise(due.amount_paise), { rateBasisPoints: 0, isWithinState: true })
    return {
      ...terms,
      kind: 'bill',
      rate_bp: 0,
      place_of_supply: recipient.state,
      is_place_assumed: false,
      split,
    }
  }
  const place = recipient.state ?? home
  return {
    ...terms,
    ...{ kind: 'invoice', rate_bp: rule.rate_bp, place_of_supply: place },
    is_place_assumed: recipient.state === null,
    split: splitTax(paise(due.amount_paise), {
      rateBasisPoints: rule.rate_bp,
      isWithinState: place === home,
    }),
  }
}

/** As the paper that it takes from was: rates, places and names of that day. */
async function noteTerms(ctx: Ctx, due: TaxDueRow, number: string): Promise<PaperTerms> {
  const original = await findPaper(ctx.tx, number)
  if (!original) throw new Error(`no paper ${number}`)
  const { sac, rate_bp, place_of_supply, is_place_assumed, supplier, recipient } = original
  const credited = paise(await creditedBy(ctx.tx, number))
  const isWithinState = original.igst_paise === 0
  return {
    ...{ kind: original.kind === 'bill' ? 'bill_credit' : 'credit_note', original: number },
    ...{ sac, rate_bp, place_of_supply, is_place_assumed, supplier, recipient },
    split: splitCredit(paise(due.amount_paise), credited, { rateBasisPoints: rate_bp, isWithinState }),
  }
}

function supplierOf(ctx: Ctx): PaperParty {
  const { legal_name, address } = companyProfile()
  const { tax } = ctx.settings
  return { name: legal_name, address, pin: null, state: supplierState(tax), gstin: tax.gstin }
}

/** A clock that was set back does not make a date run backwards: the last one stands until it is reached again. */
async function nextNumber(
  ctx: Ctx,
  kind: PaperKind,
  series: Series,
): Promise<Pick<TaxPaperRow, 'number' | 'year' | 'seq' | 'issued_on'>> {
  const today = istDay(ctx.now)
  const year = financialYear(today)
  const key = `${kind} ${year}`
  const last = series.get(key) ?? (await lastOfSeries(ctx.tx, kind, year))
  const seq = (last?.seq ?? 0) + 1
  const issued_on = last && last.issued_on > today ? last.issued_on : today
  series.set(key, { seq, issued_on })
  return { number: paperNumber(kind, year, seq), year, seq, issued_on }
}

/** Without the deal: what of it was kept is the same, whoever gets a part of that. */
const postTax = (
  ctx: Ctx,
  { number, fee, owedPaise }: { number: string; fee: Fee; owedPaise: number },
): Promise<void> =>
  mustPost(ctx, {
    id: `tax:${number}`,
    kind: 'tax_on_fee',
    entries: [
      { account: fee === 'commission' ? COMMISSION : DISPUTE_FEES, amountPaise: -owedPaise },
      { account: GST_OUTPUT, amountPaise: owedPaise },
    ],
  })
