// Tables of account lines: the files of four banks, and what may go wrong in a row.
import { describe, expect, it, test } from 'vitest'
import { expectedFile, expectedLines, textOf } from '#test/support/statements/fixtures.ts'
import type { ColumnMapping } from './columns.ts'
import { readDelimited } from './delimited.ts'
import { MAX_STATEMENT_LINES, mayBeOf, UnreadableStatement } from './lines.ts'
import { readTable } from './table.ts'

const read = (text: string, mapping?: ColumnMapping, knownBalances?: ReadonlySet<number>) =>
  readTable(readDelimited(text), { format: 'csv', mapping, knownBalances })

/** `bad_row in row 3`, or the balance at the end. */
const outcomeOf = (text: string): string | number => {
  try {
    return read(text).closingPaise
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

describe.each(['hdfc-current-nov2026.csv', 'axis-current-nov2026.csv', 'sbi-current-nov2026.xls'])(
  '%s',
  (name) => {
    const file = expectedFile(name)
    const statement = read(textOf(name))

    test('its account, period and balances', () => {
      const days = statement.lines.map(({ date }) => date)
      expect(mayBeOf(statement, file.account)).toBe(true)
      expect(mayBeOf(statement, '50200099999999')).toBe(false)
      expect([days[0], days.at(-1)]).toEqual([file.from, file.to])
      expect([statement.openingPaise, statement.closingPaise]).toEqual([
        file.opening_paise,
        file.closing_paise,
      ])
    })

    test('every line', () => {
      const lines = statement.lines.map(({ date, dir, amountPaise, balancePaise }) => [
        date,
        dir,
        amountPaise,
        balancePaise,
      ])
      expect(lines).toEqual(
        expectedLines(file.bank).map((line) => [line.date, line.dir, line.paise, line.balance_paise]),
      )
    })
  },
)

const HEADER = 'Date,Narration,Ref No,Debit,Credit,Balance'
const table = (...rows: string[]): string => [HEADER, ...rows].join('\r\n')

describe('a header of', () => {
  const [ACCOUNT, IN, OUT] = ['Account Number,110012345678', '02/11/2026', '03/11/2026']
  it.each([
    [
      'Union Bank',
      'Date,Tran Id,Remarks,Amount (Rs.),Balance (Rs.)',
      [`${IN},S1,A,100.00 (Cr),150.00 (Cr)`, `${OUT},S2,B,50.00 (Dr),100.00 (Cr)`],
    ],
    [
      'IndusInd',
      'Bank Reference,Value Date,Transaction Date & Time,Type,Payment Narration,Debit,Credit,Available Balance',
      [`S1,${IN},${IN} 10:00,C,A,,100.00,150.00`, `S2,${OUT},${OUT} 10:00,D,B,50.00,,100.00`],
    ],
    [
      'AU',
      'Transaction Date,Value Date,Description/Narration,Cheque/Reference No.,Debit (₹),Credit (₹),Balance (₹)',
      ['02-Nov-2026,02-Nov-2026,A,,-,100.00,150.00', '03-Nov-2026,03-Nov-2026,B,,50.00,-,100.00'],
    ],
    [
      'Bandhan, the month first',
      'Transaction Date,Value Date,Description,Amount,Dr / Cr,Balance,Dr / Cr',
      [
        '"November02, 2026","November02, 2026",A,INR100.00,Cr,INR150.00,Cr',
        '"November03, 2026","November03, 2026",B,INR50.00,Dr,INR100.00,Cr',
      ],
    ],
    [
      'Central Bank',
      'Post Date,Txn Date,Branch Code,Cheque Number,Account Description,Debit,Credit,Balance',
      [`${IN},${IN},1234,,A,,100.00,150.00 CR`, `${OUT},${OUT},1234,,B,50.00,,100.00 CR`],
    ],
    [
      'DBS',
      'Date,Value Date,Details of transaction,Debit,Credit,Balance',
      [`${IN},${IN},A,,100.00,150.00`, `${OUT},${OUT},B,50.00,,100.00`],
    ],
    [
      'one that says in Rs.',
      'Date,Particulars,Chq/Ref No,Withdrawal(Dr),Deposit(Cr),Balance(in Rs.)',
      [`${IN},A,,,100.00,150.00`, `${OUT},B,,50.00,,100.00`],
    ],
    [
      'Canara, cells kept from Excel',
      'Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance',
      [
        '="02-11-2026 10:11:12",="02 Nov 2026",="","A","18","","100.00","150.00"',
        '="03-11-2026 10:11:12",="03 Nov 2026",="","B","18","50.00","","100.00"',
      ],
    ],
  ])('%s', (_, header, rows) => {
    const { lines } = read([ACCOUNT, header, ...rows].join('\n'), undefined, new Set([5_000]))
    expect(lines.map(({ date, dir, amountPaise, narration }) => [date, dir, amountPaise, narration])).toEqual(
      [
        ['2026-11-02', 'C', 10_000, 'A'],
        ['2026-11-03', 'D', 5_000, 'B'],
      ],
    )
  })
})

describe('a row', () => {
  const FIRST = '02/11/2026,UPI-A,1,,100.00,1100.00'
  const SECOND = '03/11/2026,UPI-B,2,50.00,,1050.00'

  it.each([
    ['as it should be', [FIRST, SECOND], 105_000],
    ['that moves nothing', [FIRST, '02/11/2026,SMS ALERT,,0.00,0.00,1100.00', SECOND], 105_000],
    ['that carries over', ['01/11/2026,B/F,,,,1000.00', FIRST, SECOND], 105_000],
    ['of stars', ['***,***,***,***,***,***', FIRST, SECOND], 105_000],
    ['of a summary', [FIRST, SECOND, 'Total,,,50.00,100.00,1050.00'], 105_000],
    ['of a second page', [FIRST, 'Page 2,,,,,', HEADER, SECOND], 105_000],
    ['without its comma quoted', [FIRST, '03/11/2026,NETBANK, MUM,2,50.00,,1050.00'], 105_000],
    ['with an amount that is none', [FIRST, '03/11/2026,UPI-B,2,5O.00,,1050.00'], 'bad_row in row 3'],
    ['with money in and out', [FIRST, '03/11/2026,UPI-B,2,50.00,10.00,1050.00'], 'bad_row in row 3'],
    ['without a balance', [FIRST, '03/11/2026,UPI-B,2,50.00,,'], 'bad_row in row 3'],
    ['of a date alone', [FIRST, '03/11/2026,UPI-B,,,,', SECOND], 'bad_row in row 3'],
    ['first and without a date', ['someday,UPI-A,1,,100.00,1100.00', SECOND], 'bad_row in row 2'],
    ['with no day of a calendar', [FIRST, '31/11/2026,UPI-B,2,50.00,,1050.00'], 'bad_row in row 3'],
    [
      'with an amount made nothing',
      [FIRST, '03/11/2026,UPI-B,2,0.00,,1050.00', '04/11/2026,C,,5.00,,1045.00'],
      'balance_broken in row 3',
    ],
    [
      'whose last amount was made nothing',
      [FIRST, '03/11/2026,UPI-B,2,0.00,,1050.00'],
      'balance_broken in row 3',
    ],
    [
      'whose first amount was made nothing',
      ['02/11/2026,UPI-A,1,,0.00,1100.00', SECOND],
      'balance_broken in row 2',
    ],
    [
      'without its comma quoted, and a minus behind it',
      [FIRST, '03/11/2026,NETBANK,,-1,2,50.00,,1050.00'],
      105_000,
    ],
    ['that moves nothing and says so', [FIRST, '03/11/2026,Note,2,0.00,,1100.00'], 110_000],
    ['with an amount touched', [FIRST, '03/11/2026,UPI-B,2,51.00,,1050.00'], 'balance_broken in row 3'],
    ['that is not there', [FIRST, SECOND, '04/11/2026,C,,5.00,,1000.00'], 'balance_broken in row 4'],
  ])('%s', (_, rows, outcome) => {
    expect(outcomeOf(table(...rows))).toBe(outcome)
  })

  it.each(['---,-----,,,,', ',=====,,,,', ',Carried over,,,100.00,', ',Balance so far,,,,1100.00'])(
    'that is no words alone does not: %s',
    (row) => {
      const { lines } = read(table(FIRST, row, SECOND))
      expect(lines.map(({ narration }) => narration)).toEqual(['UPI-A', 'UPI-B'])
    },
  )

  it('too many are refused, and as many as may be are read', () => {
    const rows = (count: number) =>
      table(...Array.from({ length: count }, (_, i) => `02/11/2026,UPI,,,1.00,${i + 1}.00`))
    expect(read(rows(MAX_STATEMENT_LINES)).lines).toHaveLength(MAX_STATEMENT_LINES)
    expect(outcomeOf(rows(MAX_STATEMENT_LINES + 1))).toBe('too_many_lines')
  })

  it('continues the narration above', () => {
    const { lines } = read(table(FIRST, ',NAME OF SOMEBODY,,,,', SECOND, 'any,words,,,,'))
    expect(lines.map(({ narration }) => narration)).toEqual(['UPI-A NAME OF SOMEBODY', 'UPI-B'])
  })
})

describe('direction and order come from the balances', () => {
  it.each([
    ['oldest first', ['02/11/2026,A,,,100,1100', '03/11/2026,B,,50,,1050']],
    ['newest first', ['03/11/2026,B,,50,,1050', '02/11/2026,A,,,100,1100']],
    ['columns swapped', ['02/11/2026,A,,100,,1100', '03/11/2026,B,,,50,1050']],
    ['both', ['03/11/2026,B,,,50,1050', '02/11/2026,A,,100,,1100']],
    ['money out with a minus', ['02/11/2026,A,,,100,1100', '03/11/2026,B,,-50,,1050']],
  ])('%s', (_, rows) => {
    const { lines, openingPaise } = read(table(...rows))
    expect(lines.map(({ dir, narration }) => `${dir} ${narration}`)).toEqual(['C A', 'D B'])
    expect(openingPaise).toBe(100_000)
  })

  it('a single line goes with the balance known before it', () => {
    const text = table('02/11/2026,A,,100,,1100')
    expect(read(text).lines[0]?.dir).toBe('D')
    expect(read(text, undefined, new Set([100_000])).lines[0]?.dir).toBe('C')
  })

  it('an overdrawn balance', () => {
    const rows = ['02/11/2026,A,,100,,50.00 Dr', '03/11/2026,B,,,70,20.00 Cr']
    expect(read(table(...rows)).lines.map(({ balancePaise }) => balancePaise)).toEqual([-5_000, 2_000])
  })
})

test('an amount and its flag, twice called the same', () => {
  const header =
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr'
  const rows = [
    '1,03-11-2026 10:15:00,03-11-2026,B,UPI-631128016358,"1,050.00",DR,50.00,DR',
    '2,02-11-2026 09:00:00,02-11-2026,A,,100.00,CR,"1,000.00",CR',
  ]
  const { lines } = read(`\ufeff${[header, ...rows].join('\n')}`)
  expect(lines.map(({ dir, balancePaise, narration }) => [dir, balancePaise, narration])).toEqual([
    ['C', 100_000, 'A'],
    ['D', -5_000, 'B'],
  ])
})

describe('what names no table', () => {
  it.each(['', 'hello', 'Date,Narration,Balance\n02/11/2026,A,5', '%PDF-1.4'])('%j', (text) => {
    expect(outcomeOf(text)).toBe('no_table')
  })
  it('and a table of nothing', () => {
    expect(outcomeOf(HEADER)).toBe('no_lines')
  })
})

test('a mapping names the columns of any other bank', () => {
  const mapping: ColumnMapping = {
    columns: { date: 'Buchung', narration: 'Text', amount: 'Betrag', balance: 'Saldo' },
    dateForm: 'mdy',
  }
  const text = 'Saldo;Text;Betrag;Buchung;X\n1100.00;A;100.00;11/02/2026;\n1050.00;B;-50.00;11/03/2026;'
  const { lines } = read(text, mapping)
  expect(lines.map(({ date, dir, amountPaise }) => [date, dir, amountPaise])).toEqual([
    ['2026-11-02', 'C', 10_000],
    ['2026-11-03', 'D', 5_000],
  ])
})

describe('quotation marks', () => {
  const cellsOf = (text: string) => readDelimited(text).map(({ cells }) => cells)
  it('hold separators, lines and themselves', () => {
    expect(cellsOf('a,b,c,d,e\n"1,2","3 ""x""","4\n5",6,7')).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['1,2', '3 "x"', '4 5', '6', '7'],
    ])
  })
  it('in two notes hide no line between them', () => {
    const rows = ['02/11/2026,A,"b,1,,100.00,1100.00', '03/11/2026,C",d,2,50.00,,1050.00']
    expect(read(table(...rows)).lines).toHaveLength(2)
  })
  it('in a note are letters', () => {
    expect(cellsOf('a,b,c,d,e\n"TV 32" paid,2,3,4,"5\n1,2,3,4,5')).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['"TV 32" paid', '2', '3', '4', '"5'],
      ['1', '2', '3', '4', '5'],
    ])
  })
})
