/**
 * Bulk payment files of banks as tables: a column has a title and says what stands in it. Layouts as the
 * banks publish them; none was tried at a bank. SBI and Axis have no public layout: the generic one or a template.
 */
import {
  dayFirst,
  type PayoutFileInput,
  type PayoutLine,
  payoutMode,
  plainRupees,
  plainText,
} from './lines.ts'

export const PAYOUT_FORMATS = ['hdfc_enet', 'icici_cib', 'generic', 'template'] as const
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number]

interface Column {
  readonly title: string
  readonly value: (line: PayoutLine, input: PayoutFileInput) => string
}

export interface Layout {
  readonly columns: readonly Column[]
  readonly hasHeader: boolean
  readonly kind: 'csv' | 'xlsx'
  readonly fileName: (input: PayoutFileInput) => string
}

const empty = (title: string): Column => ({ title, value: () => '' })
const numbered = (title: string, count: number): Column[] =>
  Array.from({ length: count }, (_, at) => empty(`${title} ${at + 1}`))

/** ENet has no code for IMPS; a transfer within HDFC wants a registered beneficiary's code, which NEFT does not. */
const hdfcType = (line: PayoutLine, { debitIfsc }: PayoutFileInput): string =>
  payoutMode(line, debitIfsc) === 'RTGS' ? 'R' : 'N'

const HDFC: Layout = {
  kind: 'csv',
  hasHeader: false,
  fileName: ({ clientCode, day, sequence }) =>
    `${clientCode}${day.slice(8)}${day.slice(5, 7)}.${String(sequence + 1).padStart(3, '0')}`,
  columns: [
    { title: 'Transaction Type', value: hdfcType },
    empty('Beneficiary Code'),
    { title: 'Beneficiary Account Number', value: ({ accountNumber }) => accountNumber },
    { title: 'Instrument Amount', value: ({ amountPaise }) => plainRupees(amountPaise) },
    { title: 'Beneficiary Name', value: ({ name }) => plainText(name, 40) },
    empty('Drawee Location'),
    empty('Print Location'),
    ...numbered('Bene Address', 5),
    empty('Instruction Reference Number'),
    { title: 'Customer Reference Number', value: ({ code }) => code },
    { title: 'Payment details 1', value: ({ code }) => code },
    ...numbered('Payment details', 7).slice(1),
    empty('Cheque Number'),
    { title: 'Chq/Trn Date', value: (_, { day }) => dayFirst(day, '/') },
    empty('MICR Number'),
    { title: 'IFSC Code', value: ({ ifsc }) => ifsc },
    empty('Bene Bank Name'),
    empty('Bene Bank Branch Name'),
    empty('Beneficiary email id'),
  ],
}

const ICICI: Layout = {
  kind: 'xlsx',
  hasHeader: true,
  fileName: ({ day, sequence }) => `PAB_VENDOR_${day.replaceAll('-', '')}_${sequence + 1}.xlsx`,
  columns: [
    { title: 'PYMT_PROD_TYPE_CODE', value: () => 'PAB_VENDOR' },
    { title: 'PYMT_MODE', value: (line, { debitIfsc }) => payoutMode(line, debitIfsc) },
    { title: 'DEBIT_ACC_NO', value: (_, { debitAccountNumber }) => debitAccountNumber },
    { title: 'BNF_NAME', value: ({ name }) => plainText(name, 40) },
    { title: 'BENE_ACC_NO', value: ({ accountNumber }) => accountNumber },
    { title: 'BENE_IFSC', value: ({ ifsc }) => ifsc },
    { title: 'AMOUNT', value: ({ amountPaise }) => plainRupees(amountPaise) },
    { title: 'DEBIT_NARR', value: ({ code }) => code },
    { title: 'CREDIT_NARR', value: ({ code }) => code },
    empty('MOBILE_NUM'),
    empty('EMAIL_ID'),
    { title: 'REMARK', value: ({ code }) => code },
    { title: 'PYMT_DATE', value: (_, { day }) => dayFirst(day, '-') },
    { title: 'REF_NO', value: ({ code }) => code },
    ...Array.from({ length: 5 }, (_, at) => empty(`ADDL_INFO${at + 1}`)),
  ],
}

const GENERIC: Layout = {
  kind: 'csv',
  hasHeader: true,
  fileName: ({ day, sequence }) => `payouts-${day}-${sequence + 1}.csv`,
  columns: [
    { title: 'code', value: ({ code }) => code },
    { title: 'mode', value: (line, { debitIfsc }) => payoutMode(line, debitIfsc) },
    { title: 'name', value: ({ name }) => name },
    { title: 'account', value: ({ accountNumber }) => accountNumber },
    { title: 'ifsc', value: ({ ifsc }) => ifsc },
    empty('vpa'),
    { title: 'amount', value: ({ amountPaise }) => plainRupees(amountPaise) },
    { title: 'narration', value: ({ code }) => code },
    { title: 'date', value: (_, { day }) => day },
  ],
}

export const LAYOUTS: Readonly<Record<Exclude<PayoutFormat, 'template'>, Layout>> = {
  hdfc_enet: HDFC,
  icici_cib: ICICI,
  generic: GENERIC,
}

export interface PayoutFile {
  readonly name: string
  readonly kind: 'csv' | 'xlsx'
  /** With the titles first where the format has them. */
  readonly rows: readonly (readonly string[])[]
}

/** The rows of a file, in the order of the lines: the same lines make the same rows. */
export function payoutFile(layout: Layout, input: PayoutFileInput): PayoutFile {
  const { columns, hasHeader, kind, fileName } = layout
  const rows = input.lines.map((line) => columns.map(({ value }) => value(line, input)))
  const header = columns.map(({ title }) => title)
  return { name: fileName(input), kind, rows: hasHeader ? [header, ...rows] : rows }
}

/** Why a line cannot stand in a file of this layout; null when it can. */
export type LineProblem = 'name' | 'formula' | 'amount'

const FORMULA = /^[=+\-@\t\r]/

/**
 * The first that is found. `amount`: not above zero. `name`: nothing of it is left by `plainText`. `formula`: a cell
 * of this layout begins as a formula does, which a spreadsheet would run when the file is looked at.
 */
export function lineProblem(layout: Layout, line: PayoutLine, input: PayoutFileInput): LineProblem | null {
  if (line.amountPaise <= 0) return 'amount'
  if (plainText(line.name, 40) === '') return 'name'
  const cells = layout.columns.map(({ value }) => value(line, input))
  return cells.some((cell) => FORMULA.test(cell)) ? 'formula' : null
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** The text of a file that is none of a spreadsheet: lines end with CRLF, as the banks' programs want. */
export const delimitedText = (rows: PayoutFile['rows'], delimiter = ','): string =>
  rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('')
