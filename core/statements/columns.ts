/** Which column of an export is what: by the names that banks give them, or by a mapping saved with the account. */
import type { DateForm } from './amounts.ts'
import { mayBeOf } from './lines.ts'

type ColumnRole =
  | 'date'
  | 'valueDate'
  | 'narration'
  | 'ref'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'flag'
  | 'balance'
  | 'balanceFlag'

export type ColumnPlaces = Readonly<Partial<Record<ColumnRole, number>>>

/** For a bank whose header we do not know: what its columns are called. An `amount` without a `flag` carries its sign. */
export interface ColumnMapping {
  readonly columns: Readonly<Partial<Record<ColumnRole, string>>>
  readonly dateForm: DateForm
}

export interface TextRow {
  readonly cells: readonly string[]
  /** As the file counts it, from 1. */
  readonly row: number
}

const HEADER_ROWS = 60

const reduced = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** In this order: a column takes the first role that its reduced name fits and that no earlier column has. */
const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['valueDate', /^val(?:ue)?(?:date|dat|dt)$/],
  [
    'date',
    /^(?:txn|tran|trans|trn|transaction|txnposted|transactionposted|posting|post|posted|booking|book|entry)?(?:date|dt|dateandtime|datetime|dateofposting)$/,
  ],
  [
    'narration',
    /^(?:transaction|txn|tran|payment|account)?(?:narrations?|descriptions?|particulars?|remarks?|details?|narrative)+(?:oftransactions?)?$/,
  ],
  ['debit', /^(?:debits?|dr|withdrawals?|paidout|moneyout)(?:amt|amount)?(?:dr|inr|rs|in)*$/],
  ['credit', /^(?:credits?|cr|deposits?|paidin|moneyin)(?:amt|amount)?(?:cr|inr|rs|in)*$/],
  ['amount', /^(?:transaction|txn|tran|trans)?(?:amount|amt)(?:inr|rs|in)*$/],
  [
    'flag',
    /^(?:crdr|drcr|dc|cd|debitcredit|creditdebit|(?:transaction|txn|tran)?type|(?:crdr|drcr|debitcredit)(?:flag|indicator|ind))$/,
  ],
  [
    'balance',
    /^(?:closing|available|running|account|ledger|current|total|book)?(?:balance|bal)(?:amt|amount)?(?:inr|rs|in)*$/,
  ],
  ['ref', /ref|ch(?:e)?q|utr|instrument/],
]

const isWhole = (places: ColumnPlaces): boolean =>
  places.date !== undefined &&
  places.narration !== undefined &&
  places.balance !== undefined &&
  ((places.debit !== undefined && places.credit !== undefined) || places.amount !== undefined)

/** One column of both directions: its sign, or the side beside the amount, says which. Beside an amount it is a flag. */
const COMBINED =
  /^(?:(?:withdrawals?|debits?|dr)(?:dr)?(?:deposits?|credits?|cr)(?:cr)?|(?:deposits?|credits?|cr)(?:cr)?(?:withdrawals?|debits?|dr)(?:dr)?)(?:amt|amount)?(?:inr|rs)*$/

/** The places with the combined column as the amount; null where there is an amount, or no such column. */
function withCombined(cells: readonly string[], places: ColumnPlaces): ColumnPlaces | null {
  const index = cells.findIndex((cell) => COMBINED.test(reduced(cell)))
  if (index < 0 || places.amount !== undefined || places.debit !== undefined || places.credit !== undefined)
    return null
  const { flag, balanceFlag, ...others } = places
  const isNamed = others.date !== undefined && others.narration !== undefined && others.balance !== undefined
  const balanceSide = flag === index ? balanceFlag : flag
  if (!isNamed) return null
  return { ...others, amount: index, ...(balanceSide === undefined ? {} : { balanceFlag: balanceSide }) }
}

/** Of two columns called `Dr / Cr` the one after the balance speaks of the balance. */
function placesOfNames(cells: readonly string[]): ColumnPlaces | null {
  const places: Partial<Record<ColumnRole, number>> = {}
  for (const [index, cell] of cells.entries()) {
    const name = reduced(cell)
    const role = NAMES.find(([, pattern]) => name !== '' && pattern.test(name))?.[0]
    if (role === undefined) continue
    if (role === 'flag' && places.flag !== undefined) places.balanceFlag ??= index
    else places[role] ??= index
  }
  if (places.date === undefined && places.valueDate !== undefined) places.date = places.valueDate
  return isWhole(places) ? places : withCombined(cells, places)
}

function placesOfMapping(cells: readonly string[], { columns }: ColumnMapping): ColumnPlaces | null {
  const names = cells.map(reduced)
  const places: Partial<Record<ColumnRole, number>> = {}
  for (const [role, name] of Object.entries(columns)) {
    const index = names.indexOf(reduced(name))
    if (index < 0) return null
    places[role as ColumnRole] = index
  }
  const { date, narration, balance, debit, credit, amount } = places
  const hasAmounts = amount !== undefined || (debit !== undefined && credit !== undefined)
  return date !== undefined && narration !== undefined && balance !== undefined && hasAmounts ? places : null
}

interface TableHeader {
  /** Of its last row. */
  readonly index: number
  readonly places: ColumnPlaces
}

/**
 * The first of the first rows whose cells name a table of account lines; where there is none, the first two rows that do
 * together: `Withdrawal` over `Amount (INR)`. Null when neither is there.
 */
export function findHeader(rows: readonly TextRow[], mapping: ColumnMapping | null): TableHeader | null {
  const first = rows.slice(0, HEADER_ROWS).map(({ cells }) => cells)
  const placesOf = (cells: readonly string[]) =>
    mapping ? placesOfMapping(cells, mapping) : placesOfNames(cells)
  for (const [index, cells] of first.entries()) {
    const places = placesOf(cells)
    if (places) return { index, places }
  }
  for (const [index, cells] of first.slice(1).entries()) {
    const above = first[index] ?? []
    const width = Math.max(above.length, cells.length)
    const places = placesOf(
      Array.from({ length: width }, (_, n) => `${above[n] ?? ''} ${cells[n] ?? ''}`.trim()),
    )
    if (places) return { index: index + 1, places }
  }
  return null
}

const LABEL = /\b(?:account|acct|a\/c)\b\.?\s*(?:no|num|number|id|#)?/i
/** Eight digits and more, or the last ones after a mask; a date has fewer in one run. */
const NUMBER = /(?<![0-9A-Za-z])(?:[0-9]{8,20}|[Xx*]{2,}[0-9]{3,6})(?![0-9A-Za-z])/g

const numbersIn = (text: string): string[] => text.match(NUMBER) ?? []

/** What accounts in foreign money are kept in at banks of India. */
const FOREIGN =
  /\bcurrency\b[^a-z]*(?:code|type)?[^a-z]*(?:USD|EUR|GBP|JPY|AUD|CAD|SGD|CHF|HKD|AED|NZD|SAR)\b/i

/** Whether a row above the table says that the account is kept in foreign money. */
export const isForeign = (rows: readonly TextRow[]): boolean =>
  rows.some(({ cells }) => FOREIGN.test(cells.join(' ')))

const TITLE = /^\W*(?:account|acct|a\/c)\W*(?:no|num|number)\b/i

/** Whether a row amid the lines begins the list of an account that is none of those named above them. */
export function startsOther({ cells }: TextRow, accounts: readonly string[]): boolean {
  const text = cells.join(' ')
  const numbers = TITLE.test(text) ? numbersIn(text) : []
  const isNamed = (number: string) =>
    mayBeOf({ accounts }, number) || mayBeOf({ accounts: [number] }, accounts[0] ?? '')
  return accounts.length > 0 && numbers.length > 0 && !numbers.some(isNamed)
}

/**
 * Account numbers in the rows above the table: those in a row that speaks of an account, or else in the list's title.
 * A customer's or a branch's number in such a row does no harm: the right account only has to be among them.
 */
export function accountsNamed(rows: readonly TextRow[]): string[] {
  const texts = rows.map(({ cells }) => cells.join(' '))
  const labelled = texts.flatMap((text) => {
    const label = LABEL.exec(text)
    return label ? numbersIn(text.slice(label.index)) : []
  })
  const titled = texts.filter((text) => /transactions? list|statement/i.test(text)).flatMap(numbersIn)
  return [...new Set([...labelled, ...titled])]
}
