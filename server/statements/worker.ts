/** The thread that reads bank statements and reports on payouts, started by read-file.ts. Piscina calls the default export. */
import { readStatusReport, type StatusReport } from '#core/payout-files/status-report.ts'
import { readDelimited } from '#core/statements/delimited.ts'
import { type BankStatement, type UnreadableReason, UnreadableStatement } from '#core/statements/lines.ts'
import { isWebPage, kindOfBytes, readText, type StatementOptions, wideOf } from '#core/statements/read.ts'
import { readSheets, readSpreadsheet, readWebPage } from './spreadsheet.ts'

export interface StatementTask extends StatementOptions {
  readonly bytes: Uint8Array
}

/** The bank's report on a file of payouts. */
export interface ReportTask {
  readonly bytes: Uint8Array
  readonly isReport: true
}

/** An error loses its class between threads. */
export type StatementReading =
  | { readonly statement: BankStatement }
  | { readonly report: StatusReport }
  | { readonly reason: UnreadableReason; readonly row: number | null }

/** UTF-16 with or without its mark, UTF-8 if it is that, or what Windows writes in the West. */
function decoded(bytes: Uint8Array): string {
  const wide = wideOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function readBytes({ bytes, ...options }: StatementTask): Promise<BankStatement> {
  const kind = kindOfBytes(bytes)
  if (kind === null) throw new UnreadableStatement('unknown_format')
  if (kind !== 'text') return readSpreadsheet(Buffer.from(bytes), kind === 'zip' ? 'xlsx' : 'xls', options)
  const text = decoded(bytes)
  return isWebPage(text) ? readWebPage(text, options) : readText(text, options)
}

async function readReport(bytes: Uint8Array): Promise<StatusReport> {
  const kind = kindOfBytes(bytes)
  if (kind === null) throw new UnreadableStatement('unknown_format')
  const sheets =
    kind === 'text'
      ? [readDelimited(decoded(bytes)).map(({ cells }) => cells)]
      : await readSheets(Buffer.from(bytes), kind === 'zip' ? 'xlsx' : 'xls')
  for (const rows of sheets) {
    const report = readStatusReport(rows)
    if (report) return report
  }
  throw new UnreadableStatement('no_table')
}

export default async function readFile(task: StatementTask | ReportTask): Promise<StatementReading> {
  try {
    if ('isReport' in task) return { report: await readReport(task.bytes) }
    return { statement: await readBytes(task) }
  } catch (error) {
    if (error instanceof UnreadableStatement) return { reason: error.reason, row: error.row }
    // a file that makes a reader fail is no fault of the program: nothing of it is taken
    return { reason: 'damaged', row: null }
  }
}
