/**
 * What a bank's status report or reverse file says of each line. A report marks what was refused and what went out; that
 * something was paid is proved by the line of the statement alone.
 */
const CODE = /\bPY[0-9A-HJKMNP-TV-Z]{8}\b/g

type ReportedStatus = 'accepted' | 'rejected' | 'pending'

interface ReportedPayout {
  readonly code: string
  readonly status: ReportedStatus
  /** The bank's number of the payment, where the report has one. */
  readonly utr: string | null
  /** Why it was refused, in the bank's words. */
  readonly reason: string | null
}

export interface StatusReport {
  readonly payouts: readonly ReportedPayout[]
  /** Numbers of rows from 1 that name no payout of ours, or two. */
  readonly unread: readonly number[]
}

const STATUS_COLUMNS = ['status', 'transaction status', 'txn status']
const UTR_COLUMNS = ['utr no', 'utr number', 'utr', 'bank ref no', 'bank reference number']
const REASON_COLUMNS = ['rejection reason', 'reject reason', 'reason', 'remarks']

const titleOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/\.$/, '')
    .trim()

const ACCEPTED = /^(?:e|executed|success(?:ful)?|paid|processed|completed|credited)$/
const REJECTED = /^(?:r|rejected|reject|fail(?:ed|ure)?|returned|cancelled)$/

function statusOf(text: string): ReportedStatus {
  const word = text.trim().toLowerCase()
  if (ACCEPTED.test(word)) return 'accepted'
  return REJECTED.test(word) ? 'rejected' : 'pending'
}

const placeOf = (header: readonly string[], titles: readonly string[]): number =>
  header.findIndex((cell) => titles.includes(titleOf(cell)))

/** Null when no row of the file is a header with a status: then nothing of it is taken. */
export function readStatusReport(rows: readonly (readonly string[])[]): StatusReport | null {
  const at = rows.findIndex((row) => placeOf(row, STATUS_COLUMNS) >= 0)
  const header = rows[at]
  if (!header) return null
  const [status, utr, reason] = [STATUS_COLUMNS, UTR_COLUMNS, REASON_COLUMNS].map((titles) =>
    placeOf(header, titles),
  )
  const textAt = (row: readonly string[], place = -1): string => row[place]?.trim() ?? ''
  const payouts: ReportedPayout[] = []
  const unread: number[] = []
  for (const [offset, row] of rows.slice(at + 1).entries()) {
    if (row.every((cell) => cell.trim() === '')) continue
    const codes = new Set(row.flatMap((cell) => cell.toUpperCase().match(CODE) ?? []))
    const [code] = codes
    if (code === undefined || codes.size > 1) unread.push(at + offset + 2)
    else
      payouts.push({
        code,
        status: statusOf(textAt(row, status)),
        utr: textAt(row, utr) || null,
        reason: textAt(row, reason) || null,
      })
  }
  return { payouts, unread }
}
