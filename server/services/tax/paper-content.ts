/** One paper as a document: what rule 46 of the CGST Rules asks for, and the amount in words. */

import { amountInWords } from '#core/amount-in-words.ts'
import { Refusal } from '#core/errors.ts'
import { verifyPage } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaise } from '#core/money.ts'
import { numberOfPaper, type PaperKind } from '#core/tax/gst.ts'
import type { PaperParty } from '#core/tax/paper-party.ts'
import { STATES_OF_INDIA, type StateCode } from '#core/tax/states.ts'
import { feeRuleOn } from '#core/tax/tax-settings.ts'
import { m } from '#messages/compiled/messages.js'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PdfBlock, PdfContent, PdfFact } from '#server/pdf/document.ts'
import { findPaper, type TaxPaperRow } from '#server/repositories/tax-papers.ts'
import { recordView } from '#server/services/audit/record.ts'
import { isTeam, type UserCtx } from '#server/services/context.ts'

const TITLE: Readonly<Record<PaperKind, typeof m.tax_paper_invoice>> = {
  invoice: m.tax_paper_invoice,
  bill: m.tax_paper_bill,
  credit_note: m.tax_paper_credit_note,
  bill_credit: m.tax_paper_credit_note,
}

interface PaperRequest {
  readonly id: string
  readonly lang: Locale | undefined
}

/** For who paid the fee and for the team; throws Refusal `not_found` for everybody else. */
export async function taxPaper(ctx: UserCtx, { id, lang }: PaperRequest): Promise<PdfContent> {
  const row = await findPaper(ctx.tx, numberOfPaper(id))
  const isMine = row?.user_id === ctx.user.id
  if (!row || !(isMine || isTeam(ctx.user))) throw new Refusal('not_found')
  if (!isMine) await recordView(ctx, { type: 'deal', id: row.deal_id })
  const original = row.original === null ? undefined : await findPaper(ctx.tx, row.original)
  return layoutPaper(ctx, row, { locale: lang ?? ctx.user.locale, original })
}

interface PaperLayout {
  readonly locale: Locale
  readonly original: TaxPaperRow | undefined
}

function layoutPaper(ctx: UserCtx, row: TaxPaperRow, { locale, original }: PaperLayout): PdfContent {
  const { email, name } = companyProfile()
  const { supplier, recipient } = row
  return {
    locale,
    brand: name[locale],
    title: TITLE[row.kind]({}, { locale }),
    number: row.number,
    issued: m.tax_paper_issued(
      { number: row.number, date: dateOf(row.issued_on), form_pk: row.deal_id },
      { locale },
    ),
    moneyLine: [],
    blocks: [
      { kind: 'heading', text: m.tax_paper_supplier({}, { locale }) },
      { kind: 'facts', rows: partyRows(supplier, locale) },
      { kind: 'heading', text: m.tax_paper_recipient({}, { locale }) },
      { kind: 'facts', rows: partyRows(recipient, locale) },
      { kind: 'heading', text: m.tax_paper_supply({}, { locale }) },
      { kind: 'facts', rows: supplyRows(ctx, row, { locale, original }) },
      amounts(row, locale),
      { kind: 'text', text: amountInWords(row.total_paise, locale) },
      ...(supplier.gstin === null
        ? [{ kind: 'text', text: m.tax_paper_no_gst({}, { locale }) } as const]
        : []),
      { kind: 'text', text: m.tax_paper_signed({}, { locale }) },
    ],
    check: m.document_check({}, { locale }),
    checkUrl: verifyPage(ctx.settings.publicUrl, locale, row.deal_id),
    footer: `${supplier.name}, ${supplier.address}, ${email}`,
    page: m.document_page({}, { locale }),
  }
}

/** `05/11/2026` reads the same in both languages. */
const dateOf = (day: string): string => day.split('-').reverse().join('/')

const stateName = (code: StateCode, locale: Locale): string => `${STATES_OF_INDIA[code][locale]} (${code})`

function partyRows({ name, address, pin, state, gstin }: PaperParty, locale: Locale): PdfFact[] {
  const rows: PdfFact[] = [[m.tax_paper_name({}, { locale }), name]]
  if (address) rows.push([m.tax_paper_address({}, { locale }), pin ? `${address}, ${pin}` : address])
  if (state) rows.push([m.tax_paper_state({}, { locale }), stateName(state, locale)])
  if (gstin) rows.push(['GSTIN', gstin])
  return rows
}

function supplyRows(ctx: UserCtx, row: TaxPaperRow, { locale, original }: PaperLayout): PdfFact[] {
  const { description } = feeRuleOn(ctx.settings.tax, row.fee, row.issued_on)
  const rows: PdfFact[] = [
    [m.document_for({}, { locale }), description[locale]],
    ['SAC', row.sac],
  ]
  if (row.place_of_supply)
    rows.push([m.tax_paper_place({}, { locale }), stateName(row.place_of_supply, locale)])
  if (row.supplier.gstin)
    rows.push([m.tax_paper_reverse_charge({}, { locale }), m.tax_paper_no({}, { locale })])
  if (original) {
    const of = { number: original.number, date: dateOf(original.issued_on) }
    rows.push([m.tax_paper_original({}, { locale }), m.tax_paper_original_of(of, { locale })])
    rows.push([m.document_complaint_reason({}, { locale }), row.reason ?? ''])
  }
  return rows
}

function amounts(row: TaxPaperRow, locale: Locale): PdfBlock {
  const rate = row.rate_bp / 100
  const heads: [string, number][] = [
    [m.tax_paper_taxable({}, { locale }), row.taxable_paise],
    [`CGST ${rate / 2} %`, row.cgst_paise],
    [`SGST ${rate / 2} %`, row.sgst_paise],
    [`IGST ${rate} %`, row.igst_paise],
    [m.tax_paper_rounding({}, { locale }), row.round_off_paise],
  ]
  return {
    kind: 'table',
    isMoney: true,
    widths: [8, 3],
    head: [m.document_what({}, { locale }), m.document_amount({}, { locale })],
    rows: heads
      .filter(([, paise], at) => at === 0 || paise !== 0)
      .map(([label, paise]) => [label, formatPaise(paise)]),
    total: [m.tax_paper_total({}, { locale }), formatPaise(row.total_paise)],
  }
}
