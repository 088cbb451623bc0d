/**
 * Rows of a spreadsheet, in the worker alone: `.xlsx` and the old binary `.xls`, by SheetJS. A cell with a number becomes
 * the decimal text of its fifteen significant digits: up to a lakh crore rupees that is what the bank wrote.
 */
import { type CellObject, read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { fromBuffer, type Entry as ZipEntry, type ZipFile } from 'yauzl'
import type { TextRow } from '#core/statements/columns.ts'
import {
  type BankStatement,
  MAX_STATEMENT_LINES,
  type StatementFormat,
  UnreadableStatement,
} from '#core/statements/lines.ts'
import type { StatementOptions } from '#core/statements/read.ts'
import { readTable, type TableOptions } from '#core/statements/table.ts'

/** A statement of 20,000 lines unpacks to less than half of this. */
const MAX_UNPACKED_BYTES = 48 * 1024 * 1024
const MAX_PARTS = 500
/** What stands above and under a table. */
const ROWS_AROUND = 300

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

const unpackedSize = (zip: ZipFile, entry: ZipEntry): Promise<number> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      let size = 0
      stream.on('data', (part: Buffer) => {
        size += part.length
      })
      stream.on('error', reject)
      stream.on('end', () => resolve(size))
    })
  })

/** Unpacks each part once, to count: the sizes that a zip states of itself may be lies. */
async function checkZip(bytes: Buffer): Promise<void> {
  const zip = await openZip(bytes)
  const names: string[] = []
  let size = 0
  await new Promise<void>((resolve, reject) => {
    const check = async (entry: ZipEntry) => {
      names.push(entry.fileName)
      size += entry.uncompressedSize
      if (size > MAX_UNPACKED_BYTES || names.length > MAX_PARTS) throw new UnreadableStatement('too_large')
      if (entry.isEncrypted()) throw new UnreadableStatement('protected')
      await unpackedSize(zip, entry)
      zip.readEntry()
    }
    zip.on('entry', (entry: ZipEntry) => void check(entry).catch(reject))
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.readEntry()
  })
  if (!names.includes('xl/workbook.xml')) throw new UnreadableStatement('unknown_format')
  if (names.some((name) => /vbaProject/i.test(name))) throw new UnreadableStatement('macro')
}

function decimalText(value: number): string {
  const digits = value.toPrecision(15)
  return digits.includes('.') && !digits.includes('e') ? digits.replace(/\.?0+$/, '') : digits
}

function textOf(cell: CellObject | undefined, row: number): string {
  if (cell === undefined || cell.v === undefined) return ''
  // a cell that computes shows whatever its writer likes
  if (cell.f !== undefined) throw new UnreadableStatement('formula', row)
  return (typeof cell.v === 'number' ? decimalText(cell.v) : String(cell.v)).replace(/\s+/g, ' ').trim()
}

function rowsOf(sheet: WorkSheet): TextRow[] {
  const rows: TextRow[] = []
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  // sparse: a row that does not exist costs nothing
  data.forEach((cells, index) => {
    rows.push({ cells: Array.from(cells, (cell) => textOf(cell, index + 1)), row: index + 1 })
  })
  return rows
}

function readBook(source: Buffer | string): WorkBook {
  try {
    return read(source, {
      type: typeof source === 'string' ? 'string' : 'buffer',
      // the text of a page stays as it stands: its dates are ours to read, and its account numbers keep their zeros
      raw: typeof source === 'string',
      dense: true,
      cellFormula: true,
      cellHTML: false,
      cellText: false,
      bookVBA: true,
      sheetRows: MAX_STATEMENT_LINES + ROWS_AROUND,
    })
  } catch (error) {
    const isProtected = /password|encrypt/i.test(String(error))
    throw new UnreadableStatement(isProtected ? 'protected' : 'damaged')
  }
}

type SpreadsheetFormat = Extract<StatementFormat, 'xlsx' | 'xls'>

async function openSpreadsheet(bytes: Buffer, format: SpreadsheetFormat): Promise<WorkBook> {
  if (format === 'xlsx') await checkZip(bytes)
  const book = readBook(bytes)
  if (book.vbaraw) throw new UnreadableStatement('macro')
  return book
}

/** The cells of every sheet, as text. */
export async function readSheets(bytes: Buffer, format: SpreadsheetFormat): Promise<string[][][]> {
  const book = await openSpreadsheet(bytes, format)
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name]
    return sheet ? [rowsOf(sheet).map(({ cells }) => [...cells])] : []
  })
}

/** The first sheet that has a table of account lines. */
export async function readSpreadsheet(
  bytes: Buffer,
  format: SpreadsheetFormat,
  options: StatementOptions,
): Promise<BankStatement> {
  return firstTable(await openSpreadsheet(bytes, format), { ...options, format })
}

/** The first table of a web page that is one of account lines; banks call such a file `.xls`. */
export function readWebPage(text: string, options: StatementOptions): BankStatement {
  if (!/<table\b/i.test(text)) throw new UnreadableStatement('no_table')
  return firstTable(readBook(text), { ...options, format: 'xls' })
}

function firstTable(book: WorkBook, options: TableOptions): BankStatement {
  const serials = book.Workbook?.WBProps?.date1904 ? 1904 : 1900
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name]
    if (!sheet) continue
    try {
      return readTable(rowsOf(sheet), { ...options, serials })
    } catch (error) {
      if (!(error instanceof UnreadableStatement && error.reason === 'no_table')) throw error
    }
  }
  throw new UnreadableStatement('no_table')
}

/** Of a workbook that `writeSpreadsheet` made, never of one that came from elsewhere. */
export function spreadsheetText(bytes: Buffer): string {
  const { Sheets, SheetNames } = read(bytes)
  const sheet = Sheets[SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_csv(sheet) : ''
}

/** A workbook of one sheet. Every cell is text: a number in one is a float, and an account number loses its zeros. */
export function writeSpreadsheet(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new()
  const cells = rows.map((row) => row.map((text) => ({ t: 's' as const, v: text })))
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'Payments')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}
