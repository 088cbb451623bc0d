/** More forms in which banks give the lines of an account: spreadsheets, other headers, unknown banks. Always their bytes. */
import { type CellObject, utils, write } from '@e965/xlsx'
import type { ColumnMapping } from '#core/statements/columns.ts'
import type { StatementLine } from '#core/statements/lines.ts'
import { WRITERS, type WrittenAccount } from './writers.ts'

export interface Layout {
  readonly name: string
  readonly write: (account: WrittenAccount) => Buffer
  readonly mapping?: ColumnMapping
}

type Cells = readonly (string | number)[]

const rupees = (paise: number): string => (paise / 100).toFixed(2)
const indian = (paise: number): string => rupees(paise).replace(/(\d)(?=(\d\d)+\d\.)/g, '$1,')
const slashed = (date: string) => date.split('-').toReversed().join('/')
const dashed = (date: string) => date.split('-').toReversed().join('-')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const spoken = (date: string): string => {
  const [year, month, day] = date.split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`
}
const out = ({ dir, amountPaise }: StatementLine, empty = '', form = rupees) =>
  dir === 'D' ? form(amountPaise) : empty
const into = ({ dir, amountPaise }: StatementLine, empty = '', form = rupees) =>
  dir === 'C' ? form(amountPaise) : empty
const side = ({ dir }: StatementLine): string => (dir === 'C' ? 'CR' : 'DR')

function book(rows: readonly Cells[], bookType: 'xlsx' | 'biff8'): Buffer {
  const workbook = utils.book_new()
  const cells = rows.map((row) =>
    row.map((v): CellObject => (typeof v === 'number' ? { t: 'n', v } : { t: 's', v })),
  )
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(cells), 'Sheet1')
  return write(workbook, { type: 'buffer', bookType })
}

const quoted = (cell: string | number): string =>
  /[,"\n]/.test(String(cell)) ? `"${String(cell).replace(/"/g, '""')}"` : String(cell)
const csv = (rows: readonly Cells[], end = '\r\n'): Buffer =>
  Buffer.from(rows.map((row) => row.map(quoted).join(',')).join(end))
const balanceAt = (lines: readonly StatementLine[]): number => lines.at(-1)?.balancePaise ?? 0

const text = (name: keyof typeof WRITERS): Layout => ({
  name,
  write: (account) => Buffer.from(WRITERS[name](account)),
})

const iciciCorporate: Layout = {
  name: 'icici corporate .xlsx, amounts as numbers',
  write: ({ account, lines }) =>
    book(
      [
        ...[['DETAILED STATEMENT'], [], [], [], []],
        [`Transactions List -   -AMANAT TRUST SERVICES (INR) - ${account}`],
        'No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)'.split(
          ',',
        ),
        ...lines.map((line, n) => [
          ...[n + 1, `S${32_881_690 + n}`, slashed(line.date), `${slashed(line.date)} 09:14:20 AM `, '-'],
          ...[line.narration, side(line), line.amountPaise / 100, line.balancePaise / 100],
        ]),
      ],
      'xlsx',
    ),
}

const iciciRetail: Layout = {
  name: 'icici retail, binary .xls',
  write: ({ account, lines }) =>
    book(
      [
        ...[[], ['', 'DETAILED STATEMENT'], [], ['', 'Search']],
        ['', 'Account Number', '', `${account} ( INR )  - AMANAT TRUST SERVICES`],
        ['', 'Transaction Date from', '', '02/11/2026', 'to', '20/11/2026'],
        ...[['', 'Advanced Search'], [], [], ['', `Transactions List - ${account}`], []],
        ',S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )'.split(
          ',',
        ),
        ...lines.map((line, n) => [
          ...['', String(n + 1), slashed(line.date), slashed(line.date), '-', line.narration],
          ...[out(line, '0.0'), into(line, '0.0'), rupees(line.balancePaise)],
        ]),
        ...[[], ['', 'Legends Used in Account Statement']],
        ['', '1. VAT/MAT/NFS - Cash withdrawal at other bank ATM'],
      ],
      'biff8',
    ),
}

const hdfcBook: Layout = {
  name: 'hdfc net banking, binary .xls',
  write: ({ account, lines }) =>
    book(
      [
        ['HDFC BANK Ltd.                         Page No .:   1'],
        ['', '', '', '', 'Cust ID :112233445'],
        ['', '', '', '', `Account No :${account}   OTHER`],
        ['Statement From : 02/11/2026 To : 20/11/2026'],
        Array(7).fill('********'),
        'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'.split(','),
        Array(7).fill('********'),
        ...lines.map((line) => [
          ...[slashed(line.date).replace(/\d\d(\d\d)$/, '$1'), line.narration, line.ref.padStart(15, '0')],
          ...[slashed(line.date), line.dir === 'D' ? line.amountPaise / 100 : ''],
          ...[line.dir === 'C' ? line.amountPaise / 100 : '', line.balancePaise / 100],
        ]),
        ...[Array(7).fill('********'), ['STATEMENT SUMMARY  :-']],
        'Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal'.split(','),
        ['1,25,000.00', 13, 38, '3,55,757.24', '12,67,091.00', indian(balanceAt(lines))],
      ],
      'biff8',
    ),
}

const sbiBook: Layout = {
  name: 'sbi, the newer .xlsx',
  write: ({ account, lines }) =>
    book(
      [
        ['State Bank of India'],
        [`Account Number  :  ${account}`, '', '', 'IFSC Code  :  SBIN0000454'],
        ['Statement From  :  02-11-2026  to  20-11-2026'],
        ['Date', 'Details', 'Ref No/Cheque No', 'Debit', 'Credit', 'Balance'],
        ...lines.map((line) => [
          ...[slashed(line.date), line.narration, '', out(line), into(line), rupees(line.balancePaise)],
        ]),
        [],
        ['Statement Summary'],
        [
          'Brought Forward (₹)',
          'Dr Count',
          'Cr Count',
          'Total Debits (₹)',
          'Total Credits (₹)',
          'Closing (₹)',
        ],
        ['77,000.00CR', 13, 38, '3,55,757.24', '12,67,091.00', `${indian(balanceAt(lines))}CR`],
      ],
      'xlsx',
    ),
}

const axisNumbered: Layout = {
  name: 'axis with SRL NO, columns as they are called',
  write: ({ account, lines }) =>
    csv(
      [
        ['Name :- AMANAT TRUST SERVICES PVT LTD'],
        [`Statement of Account No - ${account} for the period (From : 02-11-2026 To : 20-11-2026)`],
        'SRL NO,Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL'.split(','),
        ...lines.map((line, n) => [
          ...[n + 1, dashed(line.date), '-', line.narration, out(line, ' '), into(line, ' ')],
          ...[rupees(line.balancePaise), '763'],
        ]),
        [],
        ['Opening Balance', '88000.00', '', '', '', '', rupees(balanceAt(lines))],
        ['++++ End of Statement ++++'],
      ],
      '\n',
    ),
}

const axisFlag: Layout = {
  name: 'axis with Debit/Credit beside one amount',
  write: ({ account, lines }) =>
    csv([
      [`Account No: ${account}`],
      'S.NO,Transaction Date,Value Date,Particulars,Amount(INR),Debit/Credit,Balance(INR)'.split(','),
      ...lines.map((line, n) => [
        ...[n + 1, slashed(line.date), slashed(line.date), line.narration, indian(line.amountPaise)],
        ...[side(line), indian(line.balancePaise)],
      ]),
    ]),
}

const KOTAK_HEAD: readonly Cells[] = [
  ['AMANAT TRUST SERVICES PVT LTD', '', '', 'Cust.Reln.No.', '894666839'],
  ['12 SAMPLE ROAD', '', '', 'Account No.', '7911223344'],
  ['PUNE', '', '', 'Period', 'From 02/11/2026 To 20/11/2026'],
  ['', '', '', 'Currency', 'INR'],
  ['', '', '', 'IFSC Code', 'KKBK0000123'],
  ['Account Statement'],
]

const kotakOld: Layout = {
  name: 'kotak, the older columns, oldest first',
  write: ({ account, lines }) =>
    csv([
      ...KOTAK_HEAD.map((row) => row.map((cell) => (cell === '7911223344' ? account : cell))),
      'Transaction Date,Description,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'.split(','),
      ...lines.map((line) => [
        ...[
          dashed(line.date),
          line.narration,
          `UPI-${line.ref}`,
          out(line, '', indian),
          into(line, '', indian),
        ],
        indian(line.balancePaise),
      ]),
      [],
      ['Opening balance', '66,000.00'],
      ['Closing balance', indian(balanceAt(lines))],
      ['You may call our 24-hour Customer Contact Centre'],
    ]),
}

const kotakSigned: Layout = {
  name: 'kotak, one column DEBIT/CREDIT with its sign, newest first',
  write: ({ account, lines }) =>
    csv([
      ...KOTAK_HEAD.map((row) => row.map((cell) => (cell === '7911223344' ? account : cell))),
      '#,TRANSACTION DATE,VALUE DATE,TRANSACTION DETAILS,CHQ / REF NO.,DEBIT/CREDIT(₹),BALANCE(₹)'.split(','),
      ...lines
        .toReversed()
        .map((line, n) => [
          ...[n + 1, `${spoken(line.date)} 10:15 AM`, spoken(line.date), line.narration, `UPI-${line.ref}`],
          ...[`${line.dir === 'C' ? '+' : '-'}${indian(line.amountPaise)}`, indian(line.balancePaise)],
        ]),
    ]),
}

const kotakSided: Layout = {
  name: 'kotak, Withdrawal (Dr)/ Deposit (Cr) with its side',
  write: ({ account, lines }) =>
    csv([
      [`Account No      : ${account}`],
      'Date,Narration,Chq/Ref No,Withdrawal (Dr)/ Deposit (Cr),Balance'.split(','),
      ['', 'B/F', '', '0.00(Cr)', '66,000.00(Cr)'],
      ...lines.map((line) => [
        ...[dashed(line.date), line.narration, line.ref],
        ...[
          `${indian(line.amountPaise)}(${line.dir === 'C' ? 'Cr' : 'Dr'})`,
          `${indian(line.balancePaise)}(Cr)`,
        ],
      ]),
    ]),
}

/** A bank that nobody has described: its columns are named with the account. */
const unknownBank: Layout = {
  name: 'an unknown bank, by its mapping',
  mapping: {
    columns: { date: 'Tarikh', narration: 'Vivaran', debit: 'Naam', credit: 'Jama', balance: 'Shesh' },
    dateForm: 'ymd',
  },
  write: ({ account, lines }) =>
    csv([
      [`A/C No ${account}`],
      ['Kram', 'Tarikh', 'Vivaran', 'Jama', 'Naam', 'Shesh'],
      ...lines.map((line, n) => [
        ...[n + 1, line.date, line.narration, into(line, '-', indian), out(line, '-', indian)],
        indian(line.balancePaise),
      ]),
    ]),
}
const unknownSigned: Layout = {
  name: 'an unknown bank, one signed amount by its mapping',
  mapping: {
    columns: { date: 'When', narration: 'What', amount: 'Moved', balance: 'Left' },
    dateForm: 'mdy',
  },
  write: ({ account, lines }) =>
    csv([
      [`Account Number,${account}`],
      ['When', 'What', 'Moved', 'Left'],
      ...lines.map((line) => [
        line.date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
        line.narration,
        `${line.dir === 'D' ? '-' : ''}${rupees(line.amountPaise)}`,
        rupees(line.balancePaise),
      ]),
    ]),
}
const baroda: Layout = {
  name: 'Bank of Baroda',
  write: ({ account, lines }) =>
    csv([
      ['Account Number', account],
      'SR.NO,TRAN DATE,VALUE DATE,NARRATION,CHQ.NO.,WITHDRAWAL (DR),DEPOSIT (CR),BALANCE (INR)'.split(','),
      ...lines.map((line, n) => [
        ...[n + 1, dashed(line.date), dashed(line.date), line.narration, ''],
        ...[out(line, '-', indian), into(line, '-', indian), `${indian(line.balancePaise)}Cr`],
      ]),
    ]),
}
const punjab: Layout = {
  name: 'Punjab National Bank, .xlsx',
  write: ({ account, lines }) =>
    book(
      [
        ['Account Statement for Account Number', account],
        [
          'Txn No.',
          'Txn Date',
          'Description',
          'Branch Name',
          'Cheque No.',
          'Dr Amount',
          'Cr Amount',
          'Balance',
        ],
        ...lines.map((line) => [
          ...['S123', slashed(line.date), line.narration, 'PUNE', ''],
          ...[out(line, '', indian), into(line, '', indian), `${indian(line.balancePaise)} Cr.`],
        ]),
      ],
      'xlsx',
    ),
}

export const LAYOUTS: Readonly<Record<string, readonly Layout[]>> = {
  HDFC: [text('hdfc'), text('hdfcDelimited'), hdfcBook, text('camt053'), text('mt940')],
  ICICI: [text('icici'), iciciCorporate, iciciRetail],
  SBI: [text('sbi'), sbiBook],
  AXIS: [text('axisSwapped'), axisNumbered, axisFlag],
  KOTAK: [text('kotakNewestFirst'), kotakOld, kotakSigned, kotakSided],
}
/** For any bank's lines. */
export const OTHER_LAYOUTS: readonly Layout[] = [unknownBank, unknownSigned, baroda, punjab]
