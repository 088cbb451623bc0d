// Names of columns as banks print them, and what the rows above a table say of the account.
import { describe, expect, it } from 'vitest'
import { accountsNamed, type ColumnMapping, findHeader, isForeign, startsOther } from './columns.ts'

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ cells, row: index + 1 }))
const placesOf = (...cells: string[]) => findHeader(rowsOf(cells), null)?.places ?? null

/** The name in place of the column of its role, in a header that is whole with it and is none without it. */
const WITH: Readonly<Record<string, (name: string) => string[]>> = {
  date: (name) => [name, 'Narration', 'Debit', 'Credit', 'Balance'],
  narration: (name) => ['Date', name, 'Debit', 'Credit', 'Balance'],
  debit: (name) => ['Date', 'Narration', name, 'Credit', 'Balance'],
  credit: (name) => ['Date', 'Narration', 'Debit', name, 'Balance'],
  amount: (name) => ['Date', 'Narration', name, 'Balance'],
  balance: (name) => ['Date', 'Narration', 'Debit', 'Credit', name],
}

describe.each([
  [
    'date',
    'Date|Dt|Txn Date|Tran Dt|Trans. Date|Trn Date|Transaction Date|Posting Date|Post Date|Posted Date',
  ],
  [
    'date',
    'Booking Date|Entry Date|Date and Time|Transaction Date & Time|Date Time|Date of Posting|Value Date',
  ],
  ['date', 'Val Dt|Value Dat|TXN POSTED DATE|Transaction Posted Date|Book Date'],
  ['narration', 'Narration|Narrations|Description|Descriptions|Particular|Particulars|Remark|Remarks|Detail'],
  [
    'narration',
    'Narrative|Transaction Details|Txn Remarks|Tran Particulars|Payment Narration|Account Description',
  ],
  ['narration', 'Description/Narration|Details of transaction|Details of transactions'],
  ['debit', 'Debit|Debits|Dr|Dr.|Withdrawal|Withdrawals|Paid Out|Money Out|Debit Amount|Debit Amt (INR)'],
  ['debit', 'Withdrawal (Dr)|Withdrawal Amt.|Debit (Rs.)|Debit (in Rs)|Withdrawal Amount (INR)|Debit (₹)'],
  ['credit', 'Credit|Credits|Cr|Cr.|Deposit|Deposits|Paid In|Money In|Credit Amount|Credit Amt (INR)'],
  ['credit', 'Deposit (Cr)|Deposit Amt.|Credit (Rs.)|Credit (in Rs)|Deposit Amount (INR)'],
  ['amount', 'Amount|Amt|Transaction Amount|Txn Amt|Tran Amount|Trans Amount|Amount (INR)|Amount (in Rs.)'],
  ['balance', 'Balance|Bal|Closing Balance|Available Bal|Running Balance|Account Balance|Ledger Balance'],
  ['balance', 'Current Balance|Total Balance|Book Balance|Balance Amt|Balance Amount (INR)|Balance (in Rs.)'],
] as const)('a column of the %s', (role, names) => {
  it.each(names.split('|'))('may be called %s', (name) => {
    const cells = WITH[role]?.(name) ?? []
    expect(placesOf(...cells)).toMatchObject({ [role]: cells.indexOf(name) })
  })
})

describe.each([
  ['date', 'Update|Date due|My Date|Dated|Post|Valuedates x|Date and Timer'],
  ['narration', 'Sub Description x|Detailing|My Remarks|Remarks 2|Details of'],
  ['debit', 'Debit card|Direct Debit|Debited|Drs|Debit Amounts'],
  ['credit', 'Credit card|Direct Credit|Credited|Crs|Credit Amounts'],
  ['amount', 'Amounts|Net Amount|Amount due|My Amt'],
  ['balance', 'Balances|Opening Balance|Balance due|Min Bal'],
] as const)('no column of the %s', (role, names) => {
  it.each(names.split('|'))('is called %s', (name) => {
    expect(placesOf(...(WITH[role]?.(name) ?? []))).toBeNull()
  })
})

describe('the side', () => {
  it.each([
    ...['CR/DR', 'Dr / Cr', 'D/C', 'C/D', 'Debit/Credit', 'Credit Debit', 'Type', 'Transaction Type'],
    ...['Txn Type', 'Tran Type', 'Cr/Dr Flag', 'Dr/Cr Indicator', 'Debit/Credit Ind'],
  ])('stands in %s', (name) => {
    expect(placesOf('Date', 'Narration', 'Amount', name, 'Balance')).toEqual({
      date: 0,
      narration: 1,
      amount: 2,
      flag: 3,
      balance: 4,
    })
  })
  it.each(['Types', 'My type', 'Flag', 'Cr/Dr Flags'])('does not stand in %s', (name) => {
    expect(placesOf('Date', 'Narration', 'Amount', name, 'Balance')).not.toHaveProperty('flag')
  })
  it('of the balance is the second of two', () => {
    expect(placesOf('Date', 'Narration', 'Amount', 'Dr/Cr', 'Balance', 'Dr/Cr', 'Dr/Cr')).toMatchObject({
      flag: 3,
      balanceFlag: 5,
    })
  })
})

describe('one column of both directions', () => {
  it.each([
    ...['Debit/Credit', 'Credit/Debit', 'Withdrawal (Dr) / Deposit (Cr)', 'Deposits(Cr)/Withdrawals(Dr)'],
    ...[
      'Dr/Cr',
      'Cr / Dr',
      'Debits/Credits',
      'Credits/Debits',
      'Debit/Credit Amount (INR)',
      'Credit/Debit Amt (Rs)',
    ],
    ...['Deposit/Withdrawal', 'Withdrawals/Deposits'],
  ])('%s', (name) => {
    expect(placesOf('Date', 'Narration', name, 'Balance')).toEqual({
      date: 0,
      narration: 1,
      amount: 2,
      balance: 3,
    })
  })
  it.each(['Debit/Credit card', 'My Debit/Credit', 'My Credit/Debit'])('not %s', (name) => {
    expect(placesOf('Date', 'Narration', name, 'Balance')).toBeNull()
  })
  it('with a side beside it: that is of the balance', () => {
    expect(placesOf('Date', 'Narration', 'Withdrawal/Deposit', 'Balance', 'Dr/Cr')).toEqual({
      date: 0,
      narration: 1,
      amount: 2,
      balance: 3,
      balanceFlag: 4,
    })
    expect(placesOf('Date', 'Narration', 'Dr/Cr', 'Balance', 'Dr/Cr')).toEqual({
      date: 0,
      narration: 1,
      amount: 2,
      balance: 3,
      balanceFlag: 4,
    })
  })
  it.each([
    [['Narration', 'Debit/Credit', 'Balance']],
    [['Date', 'Debit/Credit', 'Balance']],
    [['Date', 'Narration', 'Debit/Credit']],
    [['Date', 'Narration', 'Debit/Credit', 'Debit', 'Balance']],
    [['Date', 'Narration', 'Debit/Credit', 'Credit', 'Balance']],
  ])('and no table: %j', (cells) => {
    expect(placesOf(...cells)).toBeNull()
  })
})

describe('a table needs', () => {
  it.each([
    [['Narration', 'Debit', 'Credit', 'Balance']],
    [['Date', 'Debit', 'Credit', 'Balance']],
    [['Date', 'Narration', 'Debit', 'Credit']],
    [['Date', 'Narration', 'Debit', 'Balance']],
    [['Date', 'Narration', 'Credit', 'Balance']],
  ])('more than %j', (cells) => {
    expect(placesOf(...cells)).toBeNull()
  })
  it('the first of two columns of a name, and any column of references', () => {
    const cells = ['Date', 'Date', 'Narration', 'Remarks', 'Chq No', 'UTR', 'Debit', 'Credit', 'Balance']
    expect(placesOf(...cells)).toEqual({ date: 0, narration: 2, ref: 4, debit: 6, credit: 7, balance: 8 })
    for (const name of ['Chq./Ref.No.', 'Cheque No', 'Instrument ID', 'UTR', 'Bank Reference'])
      expect(placesOf('Date', 'Narration', name, 'Debit', 'Credit', 'Balance')).toHaveProperty('ref', 2)
  })
  it('a day of value only where there is no other', () => {
    expect(placesOf('Value Date', 'Narration', 'Amount', 'Balance')).toMatchObject({ date: 0, valueDate: 0 })
    expect(placesOf('Value Date', 'Date', 'Narration', 'Amount', 'Balance')).toMatchObject({
      date: 1,
      valueDate: 0,
    })
  })
})

describe('the header', () => {
  const HEADER = ['Date', 'Narration', 'Debit', 'Credit', 'Balance']
  const blank = (count: number): string[][] => Array.from({ length: count }, () => [''])
  it('stands in the first sixty rows', () => {
    expect(findHeader(rowsOf(...blank(59), HEADER), null)?.index).toBe(59)
    expect(findHeader(rowsOf(...blank(60), HEADER), null)).toBeNull()
  })
  it('may be two rows, of which one is shorter', () => {
    const rows = rowsOf(
      ['Statement'],
      ['Txn', 'Narration', 'Debit', 'Credit'],
      ['Date', '', '', '', 'Balance'],
    )
    expect(findHeader(rows, null)).toEqual({
      index: 2,
      places: { date: 0, narration: 1, debit: 2, credit: 3, balance: 4 },
    })
  })
})

describe('a mapping', () => {
  const mapping = (columns: ColumnMapping['columns']): ColumnMapping => ({ columns, dateForm: 'dmy' })
  const whole = { date: 'Buchung', narration: 'Text', balance: 'Saldo' }
  const cells = rowsOf(['Buchung', 'Text', 'Saldo', 'Betrag', 'Soll', 'Haben'])
  it.each([
    [
      { ...whole, amount: 'Betrag' },
      { date: 0, narration: 1, balance: 2, amount: 3 },
    ],
    [
      { ...whole, debit: 'Soll', credit: 'Haben' },
      { date: 0, narration: 1, balance: 2, debit: 4, credit: 5 },
    ],
    [{ ...whole, debit: 'Soll' }, null],
    [{ ...whole, credit: 'Haben' }, null],
    [whole, null],
    [{ narration: 'Text', balance: 'Saldo', amount: 'Betrag' }, null],
    [{ date: 'Buchung', balance: 'Saldo', amount: 'Betrag' }, null],
    [{ date: 'Buchung', narration: 'Text', amount: 'Betrag' }, null],
    [{ ...whole, amount: 'Betrag', ref: 'Nummer' }, null],
  ])('%j', (columns, places) => {
    expect(findHeader(cells, mapping(columns))?.places ?? null).toEqual(places)
  })
})

describe('account numbers above the table', () => {
  it.each([
    ['Account No: 110012345678', ['110012345678']],
    ['Account Number,110012345678', ['110012345678']],
    ['A/C No. 12345678', ['12345678']],
    ['Acct 12345678', ['12345678']],
    ['account id XXXX2379', ['XXXX2379']],
    ['Account ****379', ['****379']],
    ['Cust 99887766 Account 11001234', ['11001234']],
    ['Transaction List 11001234', ['11001234']],
    ['Transactions list - 11001234', ['11001234']],
    ['Statement of 11001234 for 02112026', ['11001234', '02112026']],
    ['Account 1234567', []],
    ['Account A12345678', []],
    ['Account X379', []],
    ['Account XX37', []],
    ['Accounting 12345678', []],
    ['Customer 12345678', []],
    ['Account 12345678 12345678', ['12345678']],
  ])('%s', (text, numbers) => {
    expect(accountsNamed(rowsOf(text.split(',')))).toEqual(numbers)
  })
})

describe('another account amid the lines', () => {
  it.each([
    ['Account No,22222222222', ['11111111111'], true],
    ['A/c No 22222222222', ['11111111111'], true],
    [' * Acct Num 22222222222', ['11111111111'], true],
    ['Account No,11111111111', ['11111111111'], false],
    ['Account No,XXXX1111', ['11111111111'], false],
    ['Account No,11111111111', ['XXXX1111'], false],
    ['Account No,11111111111 22222222222', ['11111111111'], false],
    ['Account No,22222222222', [], false],
    ['Account No,none', ['11111111111'], false],
    ['Account 22222222222', ['11111111111'], false],
    ['To Account No 22222222222', ['11111111111'], false],
  ])('%s, below %j', (text, accounts, starts) => {
    expect(startsOther({ cells: text.split(','), row: 1 }, accounts)).toBe(starts)
  })
})

it.each([
  ['Currency,USD', true],
  ['Account Currency:,usd', true],
  ['Currency Code - EUR', true],
  ['Currency Type: GBP', true],
  ['Currency,INR', false],
  ['Currency,USDT', false],
  ['Currencys USD', false],
  ['Currency INR USD', false],
  ['Paid in USD', false],
])('%s: kept in foreign money is %s', (text, foreign) => {
  expect(isForeign(rowsOf(['x'], text.split(',')))).toBe(foreign)
})
