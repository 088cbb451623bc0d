/** A month's withheld taxes as sheets for the returns: TDS as the annexure of Form 26Q has it, TCS as table 3 of GSTR-8. */
import { csvOf } from '#core/csv.ts'
import type { WithheldTax, WithholdingReason } from './withholding.ts'

/** The header lines are data: the tools change theirs. */
const SHEETS = {
  'tds-26q':
    'Sr. No.,Deductee Code,PAN of Deductee,Name of Deductee,Section,Date of Payment or Credit,Amount Paid or Credited,Amount Taxed,Rate,Tax Deducted,Reason,Deal',
  'tcs-gstr8':
    'GSTIN of Supplier,Name of Supplier,Gross Value of Supplies,Value of Supplies Returned,Net Amount Liable for TCS,Integrated Tax,Central Tax,State/UT Tax',
} as const
type ReturnSheet = keyof typeof SHEETS

export interface WithheldReturn {
  readonly tax: WithheldTax
  readonly dealId: string
  /** YYYY-MM-DD. */
  readonly withheldOn: string
  readonly section: string
  readonly payeeName: string
  /** As it is known when the return is filed: without it the payee has no credit for the tax. */
  readonly pan: string | null
  readonly gstin: string | null
  readonly grossPaise: number
  readonly basePaise: number
  readonly rateBasisPoints: number
  readonly taxPaise: number
  readonly cgstPaise: number
  readonly sgstPaise: number
  readonly igstPaise: number
  readonly reason: WithholdingReason | null
}

type ReturnCells = readonly (string | number)[]

const inRupees = (paise: number): number => paise / 100
/** As the form has them: C for the higher rate without a PAN, Y for nothing below the threshold. */
const REASON: Readonly<Record<WithholdingReason, string>> = { no_pan: 'C', below_threshold: 'Y' }
/** C stands beside a missing PAN alone: one that came after the release is quoted, and the tax stays as it was withheld. */
const reasonOf = ({ reason, pan }: WithheldReturn): string =>
  reason === null || (reason === 'no_pan' && pan !== null) ? '' : REASON[reason]
const COMPANY = '01'
const OTHERS = '02'
const deducteeCode = (pan: string | null): string => (pan?.charAt(3) === 'C' ? COMPANY : OTHERS)
const formDate = (day: string): string => day.split('-').reverse().join('/')

const tds = (rows: readonly WithheldReturn[]): ReturnCells[] =>
  rows
    .filter(({ tax }) => tax === 'tds')
    .map((row, at) => [
      at + 1,
      deducteeCode(row.pan),
      row.pan ?? 'PANNOTAVBL',
      row.payeeName,
      row.section,
      formDate(row.withheldOn),
      inRupees(row.grossPaise),
      inRupees(row.basePaise),
      row.rateBasisPoints / 100,
      inRupees(row.taxPaise),
      reasonOf(row),
      row.dealId,
    ])

function tcs(rows: readonly WithheldReturn[]): ReturnCells[] {
  const collected = rows.filter(({ tax }) => tax === 'tcs')
  const suppliers = [...new Set(collected.map(({ gstin }) => gstin ?? ''))].toSorted()
  return suppliers.map((gstin) => {
    const own = collected.filter((row) => row.gstin === gstin)
    const sum = (name: 'grossPaise' | 'basePaise' | 'igstPaise' | 'cgstPaise' | 'sgstPaise'): number =>
      inRupees(own.reduce((total, row) => total + row[name], 0))
    return [
      gstin,
      own.at(-1)?.payeeName ?? '',
      sum('grossPaise'),
      // what goes back to a payer is never released, so nothing that was taxed is returned
      0,
      sum('basePaise'),
      sum('igstPaise'),
      sum('cgstPaise'),
      sum('sgstPaise'),
    ]
  })
}

/**
 * Both sheets as CSV, always; without rows a header alone. Amounts in rupees, rates in percent. TDS has a line for each row
 * in the order given, TCS one for each GSTIN.
 */
export const withholdingSheets = (rows: readonly WithheldReturn[]): Map<ReturnSheet, string> =>
  new Map([
    ['tds-26q', csvOf([SHEETS['tds-26q'].split(','), ...tds(rows)])],
    ['tcs-gstr8', csvOf([SHEETS['tcs-gstr8'].split(','), ...tcs(rows)])],
  ])
