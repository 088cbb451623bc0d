/** The exports of banks, written: the same lines in every form that a bank gives them. */
import type { StatementLine } from '#core/statements/lines.ts'

export interface WrittenAccount {
  readonly account: string
  readonly openingPaise: number
  readonly lines: readonly StatementLine[]
}
type StatementWriter = (account: WrittenAccount) => string

const rupees = (paise: number): string => {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** 1,25,000.00 */
const indian = (paise: number): string => {
  const [whole = '', fraction = ''] = rupees(paise).split('.')
  return `${whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')}.${fraction}`
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const parts = (date: string) => date.split('-') as [year: string, month: string, day: string]
const slashed = (date: string) => parts(date).toReversed().join('/')
const dashed = (date: string) => parts(date).toReversed().join('-')
const spoken = (date: string) => {
  const [year, month, day] = parts(date)
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}
const quoted = (cell: string): string => (/[,"]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)
const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join(',')).join('\r\n')

const out = ({ dir, amountPaise }: StatementLine, write: (paise: number) => string, empty = '') =>
  dir === 'D' ? write(amountPaise) : empty
const into = ({ dir, amountPaise }: StatementLine, write: (paise: number) => string, empty = '') =>
  dir === 'C' ? write(amountPaise) : empty

const hdfc: StatementWriter = ({ account, lines }) =>
  [
    `HDFC BANK Ltd.\r\nA/C Open Date :01/04/2024,,,,Account No :${account}   OTHER\r\n`,
    csv([
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      Array(7).fill('********'),
      ...lines.map((line) => [
        slashed(line.date).replace(/\d\d(\d\d)$/, '$1'),
        line.narration,
        line.ref.padStart(16, '0'),
        slashed(line.date),
        out(line, rupees),
        into(line, rupees),
        rupees(line.balancePaise),
      ]),
      Array(7).fill('********'),
    ]),
    'STATEMENT SUMMARY  :-',
    'Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal',
    '"1,25,000.00",13,38,"3,55,757.24","12,67,091.00","10,36,333.76"',
  ].join('\r\n')

const hdfcDelimited: StatementWriter = ({ lines }) => {
  const wide = (paise: number) => rupees(paise).padStart(18)
  const rows = lines.map((line) =>
    [
      ` ${slashed(line.date).replace(/\d\d(\d\d)$/, '$1')} `,
      line.narration.padEnd(120),
      slashed(line.date),
      out(line, wide, wide(0)),
      into(line, wide, wide(0)),
      line.ref.padStart(22),
      wide(line.balancePaise),
    ].join(','),
  )
  const header =
    'Date     ,Narration   ,Value Dat,Debit Amount ,Credit Amount ,Chq/Ref Number ,Closing Balance'
  return [header, ...rows, ''].join('\r\n')
}

const icici: StatementWriter = ({ account, lines }) =>
  csv([
    ['DETAILED STATEMENT'],
    [`Transactions List -   -AMANAT (INR) - ${account}`],
    'No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)'.split(
      ',',
    ),
    ...lines.map((line, index) => [
      String(index + 1),
      `S${32_881_690 + index}`,
      slashed(line.date),
      `${slashed(line.date)} 09:14:20 AM `,
      '-',
      line.narration,
      line.dir === 'C' ? 'CR' : 'DR',
      rupees(line.amountPaise),
      rupees(line.balancePaise),
    ]),
  ])

const sbi: StatementWriter = ({ account, lines }) =>
  [
    `Account Number\t:\t_000000${account}`,
    'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance',
    ...lines.map((line) =>
      [
        spoken(line.date),
        spoken(line.date),
        `   ${line.narration}`,
        'TRANSFER FROM 4897000173619',
        out(line, indian, ' '),
        into(line, indian, ' '),
        indian(line.balancePaise),
      ].join('\t'),
    ),
    '**This is a computer generated statement and does not require a signature',
  ].join('\r\n')

const axisSwapped: StatementWriter = ({ account, lines }) =>
  [
    `Statement of Account No - ${account} for the period (From : 02-11-2026 To : 20-11-2026)`,
    '',
    'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
    ...lines.map((line) =>
      [
        dashed(line.date),
        '-',
        quoted(line.narration),
        into(line, rupees, ' ').padStart(21),
        out(line, rupees, ' ').padStart(21),
        rupees(line.balancePaise).padStart(21),
        '763',
      ].join(','),
    ),
    '',
    '"Unless the constituent notifies the bank immediately, it will be taken that he/she has found the account correct. "',
  ].join('\n')

const kotakNewestFirst: StatementWriter = ({ account, lines }) =>
  `\ufeff${csv([
    ['Account No.', account],
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr'.split(','),
    ...lines
      .toReversed()
      .map((line, index) => [
        String(index + 1),
        `${dashed(line.date)} 10:15:00`,
        dashed(line.date),
        line.narration,
        'UPI-700000000001',
        indian(line.amountPaise),
        line.dir === 'C' ? 'CR' : 'DR',
        indian(Math.abs(line.balancePaise)),
        line.balancePaise < 0 ? 'DR' : 'CR',
      ]),
  ])}`

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const camt053: StatementWriter = ({ account, openingPaise, lines }) => {
  const balance = (code: string, paise: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${rupees(Math.abs(paise))}</Amt><CdtDbtInd>${paise < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
  const entries = lines.map(
    (line) =>
      `<Ntry><Amt Ccy="INR">${rupees(line.amountPaise)}</Amt><CdtDbtInd>${line.dir === 'C' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${line.date}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${escaped(line.narration)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  const closing = lines.at(-1)?.balancePaise ?? openingPaise
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>INR</Ccy></Acct>${balance('OPBD', openingPaise)}${balance('CLBD', closing)}\n${entries.join('\n')}\n</Stmt></BkToCstmrStmt></Document>\n`
}

const mt940: StatementWriter = ({ account, openingPaise, lines }) => {
  const day = (date: string) => date.replace(/-/g, '').slice(2)
  const amount = (paise: number) => rupees(Math.abs(paise)).replace('.', ',')
  const balance = (tag: string, date: string, paise: number) =>
    `:${tag}:${paise < 0 ? 'D' : 'C'}${day(date)}INR${amount(paise)}`
  const wrapped = (text: string) => text.match(/.{1,65}/g) ?? ['']
  const [first, last] = [lines[0], lines.at(-1)]
  return [
    ':20:SAMPLE',
    `:25:${account}`,
    ':28C:00321/001',
    balance('60F', first?.date ?? '', openingPaise),
    ...lines.flatMap((line) => [
      `:61:${day(line.date)}${day(line.date).slice(2)}${line.dir}${amount(line.amountPaise)}NTRFNONREF`,
      ...wrapped(`:86:${line.narration}`),
    ]),
    balance('62F', last?.date ?? '', last?.balancePaise ?? openingPaise),
    '-',
    '',
  ].join('\r\n')
}

export const WRITERS = { hdfc, hdfcDelimited, icici, sbi, axisSwapped, kotakNewestFirst, camt053, mt940 }
