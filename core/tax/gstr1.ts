/** The month's return of outward supplies as the sheets of GSTN's offline tool. Its header lines are data: the tool changes them. */
import { csvOf } from '#core/csv.ts'
import type { PaperKind } from './gst.ts'
import { STATES_OF_INDIA, type StateCode } from './states.ts'

const SHEETS = {
  b2b: 'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
  b2cs: 'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
  cdnr: 'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
  hsn: 'HSN,Description,UQC,Total Quantity,Total Value,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount,Rate',
  docs: 'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
} as const
type Sheet = keyof typeof SHEETS

/** One paper of the month, as far as the return tells of it. */
export interface ReturnedPaper {
  readonly number: string
  readonly kind: PaperKind
  readonly issuedOn: string
  readonly recipientName: string
  readonly recipientGstin: string | null
  readonly placeOfSupply: StateCode
  readonly sac: string
  readonly description: string
  readonly rateBasisPoints: number
  readonly taxablePaise: number
  readonly cgstPaise: number
  readonly sgstPaise: number
  readonly igstPaise: number
  readonly totalPaise: number
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `05-Nov-2026`, as the tool wants it. */
const toolDate = (day: string): string =>
  `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`
const inRupees = (paise: number): number => paise / 100
const percent = (basisPoints: number): number => basisPoints / 100
const placeOf = (code: StateCode): string => `${code}-${STATES_OF_INDIA[code].en}`
/** A credit note takes from what its kind of supply adds up to. */
const sign = ({ kind }: ReturnedPaper): number => (kind === 'credit_note' ? -1 : 1)

type Row = readonly (string | number)[]

const b2b = (papers: readonly ReturnedPaper[]): Row[] =>
  papers
    .filter(({ kind, recipientGstin }) => kind === 'invoice' && recipientGstin !== null)
    .map((paper) => [
      paper.recipientGstin ?? '',
      paper.recipientName,
      paper.number,
      toolDate(paper.issuedOn),
      inRupees(paper.totalPaise),
      placeOf(paper.placeOfSupply),
      'N',
      '',
      'Regular B2B',
      '',
      percent(paper.rateBasisPoints),
      inRupees(paper.taxablePaise),
      0,
    ])

const cdnr = (papers: readonly ReturnedPaper[]): Row[] =>
  papers
    .filter(({ kind, recipientGstin }) => kind === 'credit_note' && recipientGstin !== null)
    .map((paper) => [
      paper.recipientGstin ?? '',
      paper.recipientName,
      paper.number,
      toolDate(paper.issuedOn),
      'C',
      placeOf(paper.placeOfSupply),
      'N',
      'Regular B2B',
      inRupees(paper.totalPaise),
      '',
      percent(paper.rateBasisPoints),
      inRupees(paper.taxablePaise),
      0,
    ])

// Map.groupBy is not in Node 20
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function sumsBy(
  papers: readonly ReturnedPaper[],
  keyOf: (paper: ReturnedPaper) => string,
): {
  paper: ReturnedPaper
  sum: (name: 'taxablePaise' | 'cgstPaise' | 'igstPaise' | 'totalPaise') => number
}[] {
  return [...groupsOf(papers, keyOf)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, members]) => {
      const [paper] = members
      return paper
        ? [{ paper, sum: (name) => members.reduce((total, each) => total + sign(each) * each[name], 0) }]
        : []
    })
}

/** Who is not registered, summed by State and rate. Credit notes to them are taken off here: there is no sheet of small ones. */
const b2cs = (papers: readonly ReturnedPaper[]): Row[] =>
  sumsBy(
    papers.filter(({ recipientGstin }) => recipientGstin === null),
    ({ placeOfSupply, rateBasisPoints }) => `${placeOfSupply} ${rateBasisPoints}`,
  ).map(({ paper, sum }) => [
    'OE',
    placeOf(paper.placeOfSupply),
    '',
    percent(paper.rateBasisPoints),
    inRupees(sum('taxablePaise')),
    0,
    '',
  ])

const hsn = (papers: readonly ReturnedPaper[]): Row[] =>
  sumsBy(papers, ({ sac, rateBasisPoints }) => `${sac} ${rateBasisPoints}`).map(({ paper, sum }) => [
    paper.sac,
    paper.description,
    'NA',
    0,
    inRupees(sum('totalPaise')),
    inRupees(sum('taxablePaise')),
    inRupees(sum('igstPaise')),
    inRupees(sum('cgstPaise')),
    // the two heads are equal on every paper
    inRupees(sum('cgstPaise')),
    0,
    percent(paper.rateBasisPoints),
  ])

const docs = (papers: readonly ReturnedPaper[]): Row[] =>
  (
    [
      ['invoice', 'Invoices for outward supply'],
      ['credit_note', 'Credit Note'],
    ] as const
  ).flatMap(([kind, nature]): Row[] => {
    const years = groupsOf(
      papers.filter((paper) => paper.kind === kind).map(({ number }) => number),
      (number) => number.slice(0, -7),
    )
    return [...years.values()].map((numbers) => {
      const sorted = numbers.toSorted()
      return [nature, sorted[0] ?? '', sorted.at(-1) ?? '', sorted.length, 0]
    })
  })

const ROWS = { b2b, b2cs, cdnr, hsn, docs } as const

/** Bills of supply are no part of it: who writes them is not registered and files none. */
export function gstr1Sheets(papers: readonly ReturnedPaper[]): Map<Sheet, string> {
  const taxed = papers.filter(({ kind }) => kind === 'invoice' || kind === 'credit_note')
  return new Map(
    (Object.keys(SHEETS) as Sheet[]).map((sheet) => [
      sheet,
      csvOf([SHEETS[sheet].split(','), ...ROWS[sheet](taxed)]),
    ]),
  )
}
