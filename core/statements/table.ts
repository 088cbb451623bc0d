/** Lines of an account from rows of cells, wherever the rows come from. Nothing is guessed: an odd row stops the file. */
import { type DateForm, dayOfSerial, readAmount, readDate, readDirection } from './amounts.ts'
import { openingOf, orient, type TableLine } from './chain.ts'
import {
  accountsNamed,
  type ColumnMapping,
  type ColumnPlaces,
  findHeader,
  isForeign,
  startsOther,
  type TextRow,
} from './columns.ts'
import {
  type BankStatement,
  MAX_STATEMENT_LINES,
  type StatementFormat,
  UnreadableStatement,
} from './lines.ts'

export interface TableOptions {
  readonly format: StatementFormat
  readonly mapping?: ColumnMapping | null
  /** Balances that this account is known to have had: they tell the direction of a single line. */
  readonly knownBalances?: ReadonlySet<number>
  /** In a spreadsheet a date may be a number of days. */
  readonly serials?: 1900 | 1904
}

/** Words of a summary under the table, whose sums are no line. */
const SUMMARY = /\b(?:totals?|summary|legends?|opening bal(?:ance)?|closing bal(?:ance)?|page)\b/i
/** A dated row that carries a balance over and moves nothing. */
const CARRIED = /\b(?:opening|closing|brought forward|carried forward|balance forward|b\/f|c\/f)\b/i
const RULE = /^[-*=_.\s]*$/

interface Fit {
  readonly places: ColumnPlaces
  readonly width: number
}

interface TableContext extends TableOptions, Fit {
  /** Some banks print money out as `-1,200.00` in its own column. */
  readonly debitsAreNegative: boolean
  /** How one column of amounts tells money in from money out where no other column does. */
  readonly sides: Sides
  readonly accounts: readonly string[]
}

/** `words` stand behind each amount; a sign stands before some; `none`: which way the money went cannot be known. */
type Sides = 'words' | 'signs' | 'none'

/** A comma in an unquoted narration makes cells too many: they belong to the narration. */
function fitted({ cells, row }: TextRow, { places, width }: Fit): TextRow {
  const last = cells.findLastIndex((cell) => cell !== '')
  const surplus = last + 1 - width
  const at = places.narration ?? 0
  if (surplus <= 0) return { cells, row }
  const narration = cells.slice(at, at + surplus + 1).join(', ')
  return { cells: [...cells.slice(0, at), narration, ...cells.slice(at + surplus + 1)], row }
}

function cellsOf(row: TextRow, context: TableContext) {
  const { places, serials, mapping } = context
  const { cells } = fitted(row, context)
  const cell = (place: number | undefined): string => (place === undefined ? '' : (cells[place] ?? ''))
  const form: DateForm = mapping?.dateForm ?? 'dmy'
  const date = (place: number | undefined) =>
    readDate(cell(place), form) ?? (serials ? dayOfSerial(cell(place), serials === 1904) : null)
  const amount = (place: number | undefined) => readAmount(cell(place))
  return {
    date: date(places.date),
    valueDate: date(places.valueDate),
    dateText: cell(places.date),
    narration: cell(places.narration),
    ref: cell(places.ref),
    amounts: [amount(places.debit), amount(places.credit), amount(places.amount)] as const,
    flag: readDirection(cell(places.flag)),
    balance: amount(places.balance),
    balanceFlag: readDirection(cell(places.balanceFlag)),
  }
}
type ReadRow = ReturnType<typeof cellsOf>

/** Money in above zero, out below; null when the row has none. */
function signedOf({ amounts, flag }: ReadRow, row: number, context: TableContext): number | null {
  const paiseOf = (part: ReadRow['amounts'][number]): number => {
    if (part === 'unreadable') throw new UnreadableStatement('bad_row', row)
    return part?.paise ?? 0
  }
  const [debit, credit, amount] = amounts.map(paiseOf) as [number, number, number]
  if (debit !== 0 && credit !== 0) throw new UnreadableStatement('bad_row', row)
  if (debit !== 0) return context.debitsAreNegative ? debit : -debit
  if (credit !== 0) return credit
  if (amount === 0) return null
  const part = amounts[2]
  const dir = flag ?? (part !== null && part !== 'unreadable' ? part.dir : null)
  const needsSide = context.places.flag !== undefined || context.sides !== 'signs'
  if (needsSide && dir === null) throw new UnreadableStatement('bad_row', row)
  // some banks write a minus and the side
  return dir === 'D' ? -Math.abs(amount) : amount
}

function balanceOf({ balance, balanceFlag }: ReadRow, row: number): number {
  if (balance === null || balance === 'unreadable') throw new UnreadableStatement('bad_row', row)
  return (balanceFlag ?? balance.dir) === 'D' ? -balance.paise : balance.paise
}

const isAmount = (part: ReadRow['balance']): boolean => part !== null && part !== 'unreadable'
const hasNoAmount = ({ amounts }: ReadRow): boolean =>
  amounts.every((part) => part === null || (part !== 'unreadable' && part.paise === 0))

/** A line, more of the narration above, or neither (`null`). Throws for what could be a line and cannot be read. */
function readRow(textRow: TextRow, context: TableContext, isFollowing: boolean): TableLine | string | null {
  const { row, cells } = textRow
  const text = cells.join(' ')
  if (RULE.test(text)) return null
  const read = cellsOf(textRow, context)
  if (read.date === null) {
    const isEmpty = hasNoAmount(read) && read.balance === null
    if (isEmpty && isFollowing && read.dateText === '' && read.narration !== '') return read.narration
    const looksLikeLine = isAmount(read.balance) && !hasNoAmount(read)
    if (looksLikeLine && isFollowing && !SUMMARY.test(text)) throw new UnreadableStatement('bad_row', row)
    return null
  }
  const signedPaise = signedOf(read, row, context)
  if (signedPaise === null && CARRIED.test(text)) return null
  const { date, valueDate, narration, ref } = read
  // a row without a movement stays until the chain is checked: its balance shows an amount that was taken out
  const movement = { signedPaise: signedPaise ?? 0, balancePaise: balanceOf(read, row) }
  return { row, date, valueDate, narration, ref, ...movement }
}

function linesOf(rows: readonly TextRow[], context: TableContext): TableLine[] {
  const lines: TableLine[] = []
  let isFollowing = false
  for (const textRow of rows) {
    // the first row under the header could be a line, too: left out it would turn the next one round
    const line = readRow(textRow, context, isFollowing || lines.length === 0)
    const last = lines.at(-1)
    if (typeof line !== 'string' && line) lines.push(line)
    if (typeof line === 'string' && last)
      lines[lines.length - 1] = { ...last, narration: `${last.narration} ${line}`.trim() }
    if (line === null && startsOther(textRow, context.accounts))
      throw new UnreadableStatement('several_accounts', textRow.row)
    // a line may be continued by the row under it, until a row that is neither
    isFollowing = line !== null
    if (lines.length > MAX_STATEMENT_LINES) throw new UnreadableStatement('too_many_lines')
  }
  return lines
}

function debitsAreNegative(rows: readonly TextRow[], { places, width }: Fit): boolean {
  const { debit } = places
  if (debit === undefined) return false
  const amounts = rows.flatMap((row) => {
    const amount = readAmount(fitted(row, { places, width }).cells[debit] ?? '')
    return amount === null || amount === 'unreadable' || amount.paise === 0 ? [] : [amount.paise]
  })
  return amounts.every((amount) => amount < 0)
}

function sidesOf(rows: readonly TextRow[], { places, width }: Fit, mapping: ColumnMapping | null): Sides {
  const texts = rows.map((row) => fitted(row, { places, width }).cells[places.amount ?? -1] ?? '')
  const amounts = texts.map(readAmount).filter((amount) => amount !== null && amount !== 'unreadable')
  if (amounts.some(({ dir }) => dir !== null)) return 'words'
  // whoever named the column has said that it carries signs
  if (mapping || texts.some((text) => /^\W*[-+]|-$|^\([^a-z]*\)$/i.test(text.trim()))) return 'signs'
  return 'none'
}

/**
 * Money in paise, lines oldest first. Throws UnreadableStatement: `no_table` without a header that is known, `not_rupees`,
 * `several_accounts`, `too_many_lines`, `bad_row` with the row of the file, `no_lines`, `balance_broken`.
 */
export function readTable(rows: readonly TextRow[], options: TableOptions): BankStatement {
  const header = findHeader(rows, options.mapping ?? null)
  if (!header) throw new UnreadableStatement('no_table')
  const { index, places } = header
  const named = (at: number) => (rows[at]?.cells.findLastIndex((cell) => cell !== '') ?? 0) + 1
  const width = Math.max(named(index), ...Object.values(places).map((place) => place + 1))
  const body = rows.slice(index + 1)
  const above = rows.slice(0, index)
  if (isForeign(above)) throw new UnreadableStatement('not_rupees')
  const accounts = accountsNamed(above)
  const context: TableContext = {
    ...options,
    places,
    width,
    debitsAreNegative: debitsAreNegative(body, { places, width }),
    sides: sidesOf(body, { places, width }, options.mapping ?? null),
    accounts,
  }
  const lines = orient(linesOf(body, context), options.knownBalances ?? new Set())
  return {
    format: options.format,
    accounts,
    openingPaise: openingOf(lines),
    closingPaise: lines.at(-1)?.balancePaise ?? 0,
    lines,
  }
}
