// Files as people upload them: whatever their name, within limits, refused in words.
import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, describe, expect, it, test } from 'vitest'
import { type BankStatement, MAX_STATEMENT_BYTES, UnreadableStatement } from '#core/statements/lines.ts'
import { oldBookWithMacros, protectedBook, zipOf } from '#test/support/statements/broken-files.ts'
import { bytesOf, expectedFile, expectedLines } from '#test/support/statements/fixtures.ts'
import { readStatementFile, stopReading } from './read-file.ts'
import readInThread from './worker.ts'

afterAll(stopReading)

const bare = ({ lines }: BankStatement) =>
  lines.map(({ date, dir, amountPaise, balancePaise, narration }) => ({
    date,
    dir,
    amountPaise,
    balancePaise,
    narration,
  }))

/** `bad_row in row 3`, or the number of lines. */
async function outcomeOf(bytes: Uint8Array): Promise<string | number> {
  try {
    return (await readStatementFile(bytes)).lines.length
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

describe.each([
  ['hdfc-current-nov2026.csv', 'csv'],
  ['hdfc-nov2026.camt053.xml', 'camt053'],
  ['hdfc-nov2026.mt940.txt', 'mt940'],
  ['icici-cib-nov2026.xlsx', 'xlsx'],
  ['icici-optransactionhistory-nov2026.xls', 'xls'],
  ['sbi-current-nov2026.xls', 'csv'],
  ['axis-current-nov2026.csv', 'csv'],
])('%s', (name, format) => {
  test(`is ${format}, and every line of it`, async () => {
    const file = expectedFile(name)
    const statement = await readStatementFile(bytesOf(name))
    expect(statement.format).toBe(format)
    expect([statement.openingPaise, statement.closingPaise]).toEqual([file.opening_paise, file.closing_paise])
    expect(bare(statement).map((line) => [line.date, line.dir, line.amountPaise, line.balancePaise])).toEqual(
      expectedLines(file.bank).map((line) => [line.date, line.dir, line.paise, line.balance_paise]),
    )
  })
})

test('the two layouts of one bank are the same lines', async () => {
  const book = await readStatementFile(bytesOf('icici-cib-nov2026.xlsx'))
  const old = await readStatementFile(bytesOf('icici-optransactionhistory-nov2026.xls'))
  expect(bare(old)).toEqual(bare(book))
  expect([book.accounts, old.accounts]).toEqual([['037505012379'], ['037505012379']])
})

const HEADER = ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance']
const bookOf = (...rows: unknown[][]): WorkBook => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['About this file']]), 'Cover')
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...rows]), 'Lines')
  return book
}
const bytesOfBook = (book: WorkBook, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer =>
  write(book, { type: 'buffer', bookType, compression: true })
const ROW = ['02/11/2026', 'UPI-A', '', '', 100, 1100]

describe('a cell of a spreadsheet', () => {
  // as the thread reads it, without the thread: thousands of files
  const readHere = async (bytes: Buffer) => {
    const reading = await readInThread({ bytes })
    return 'statement' in reading ? reading.statement.lines : reading
  }

  it.each(['xlsx', 'biff8'] as const)(
    'of %s with a number is exact to the paisa',
    { timeout: 30_000 },
    async (type) => {
      const amounts = fc.array(fc.integer({ min: 1, max: 99_999_999_999 }), { minLength: 50, maxLength: 200 })
      await fc.assert(
        fc.asyncProperty(amounts, async (credits) => {
          let balance = 0
          const rows = credits.map((amount) => {
            balance += amount
            return ['02/11/2026', 'A', '', '', amount / 100, balance / 100]
          })
          const lines = await readHere(bytesOfBook(bookOf(...rows), type))
          expect(lines).toMatchObject(credits.map((amountPaise) => ({ dir: 'C', amountPaise })))
        }),
        { numRuns: 8 },
      )
    },
  )
  it('with a date is a number of days', async () => {
    expect(await readHere(bytesOfBook(bookOf([46_328, ...ROW.slice(1)])))).toMatchObject([
      { date: '2026-11-02' },
    ])
  })
  it('with a part of a paisa is refused', async () => {
    expect(await readHere(bytesOfBook(bookOf([...ROW.slice(0, 4), 100.005, 1100])))).toMatchObject({
      reason: 'bad_row',
    })
  })
  it('that computes is refused', async () => {
    const book = bookOf(ROW)
    const cell: CellObject = { t: 'n', v: 1100, f: 'E2+1000' }
    const sheet = book.Sheets.Lines
    if (sheet) sheet.F2 = cell
    expect(await outcomeOf(bytesOfBook(book))).toBe('formula in row 2')
  })
})

const manyRows = (count: number): Buffer => {
  const rows = Array.from({ length: count }, (_, n) => `02/11/2026,UPI-${n},,,1,${n + 1}`)
  return Buffer.from([HEADER.join(','), ...rows].join('\n'))
}

describe('text that calls itself .xls', () => {
  const TABLE = [
    ['Account Number : 50200011223344'],
    HEADER,
    ['02/11/2026', 'UPI-A & CO', '0012', '', '1,00,000.00', '1,00,000.00'],
    ['03/11/2026', 'UPI-B', '', '1,050.00', '', '98,950.00'],
  ]
  const page = (rows: readonly (readonly string[])[]) =>
    `<html><head><style>td { color: red }</style></head><body><table><tr><td>Dear customer</td></tr></table><table border=1>${rows
      .map((cells) => `<tr>${cells.map((cell) => `<td>${cell.replace('&', '&amp;')}</td>`).join('')}</tr>`)
      .join('\n')}</table></body></html>`
  const csv = TABLE.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')
  const LINES = [
    { date: '2026-11-02', dir: 'C', amountPaise: 10_000_000, narration: 'UPI-A & CO', ref: '0012' },
    { date: '2026-11-03', dir: 'D', amountPaise: 105_000 },
  ]
  it.each<[string, Buffer]>([
    ['the table of a web page', Buffer.from(page(TABLE))],
    ['a web page with a mark and blanks before it', Buffer.from(`\ufeff\r\n ${page(TABLE)}`)],
    ['of two bytes a character, with a mark', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['of two bytes a character, without one', Buffer.from(csv, 'utf16le')],
    ['of two bytes a character, the great one first', Buffer.from(csv, 'utf16le').swap16()],
  ])('is %s', async (_, bytes) => {
    const { lines, accounts } = await readStatementFile(bytes)
    expect(lines).toMatchObject(LINES)
    expect(accounts).toEqual(['50200011223344'])
  })
  it('is refused when it is a page without a table', async () => {
    expect(await outcomeOf(Buffer.from('<html><body>Your session has ended</body></html>'))).toBe('no_table')
  })
})

describe('refused in words, soon', () => {
  const bomb = () => Buffer.alloc(60 * 1024 * 1024)
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'unknown_format'],
    ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'unknown_format'],
    ['nothing', () => Buffer.alloc(0), 'no_table'],
    ['a zip of something else', () => zipOf({ 'word/document.xml': Buffer.from('x') }), 'unknown_format'],
    ['a zip that unpacks without end', () => zipOf({ 'xl/workbook.xml': bomb() }), 'too_large'],
    ['a zip cut in half', () => bytesOf('icici-cib-nov2026.xlsx').subarray(0, 20_000), 'damaged'],
    [
      'an old spreadsheet cut in half',
      () => bytesOf('icici-optransactionhistory-nov2026.xls').subarray(0, 9_000),
      'damaged',
    ],
    ['a spreadsheet without a table', () => bytesOfBook(coverBook()), 'no_table'],
    ['a file with a password', protectedBook, 'protected'],
    [
      'a spreadsheet with macros',
      () => zipOf({ 'xl/workbook.xml': Buffer.from('x'), 'xl/vbaProject.bin': Buffer.from('x') }),
      'macro',
    ],
    ['an old spreadsheet with macros', oldBookWithMacros, 'macro'],
    ['more lines than a bank has', () => manyRows(20_001), 'too_many_lines'],
    ['more bytes', () => Buffer.alloc(MAX_STATEMENT_BYTES + 1, 'a'), 'too_large'],
    ['letters alone', () => Buffer.alloc(MAX_STATEMENT_BYTES, '"'), 'no_table'],
  ])('%s', { timeout: 20_000 }, async (_, bytes, reason) => {
    expect(await outcomeOf(await bytes())).toBe(reason)
  })
})

const coverBook = (): WorkBook => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['About this file']]), 'Cover')
  return book
}

test('20,000 lines', { timeout: 20_000 }, async () => {
  expect(await outcomeOf(manyRows(20_000))).toBe(20_000)
})

test.each([
  [
    'UTF-16 of Excel',
    Buffer.from('\ufeffDate\tNarration\tDebit\tCredit\tBalance\n2 Nov 2026\t₹ A\t\t1\t2', 'utf16le'),
  ],
  ['Windows letters', Buffer.from('Date,Narration,Debit,Credit,Balance\n2 Nov 2026,caf\xe9,,1,2', 'latin1')],
])('%s', async (_, bytes) => {
  const { lines } = await readStatementFile(bytes)
  expect(lines[0]?.narration).toMatch(/^₹ A$|^café$/)
})
