/** One payout as a bank's bulk file has it, and which way of paying the bank is asked for. */
import { type Paise, rupees } from '#core/money.ts'

/** FT stays within the bank, IMPS is there at once, RTGS is for sums above what IMPS takes. */
type PayoutMode = 'FT' | 'IMPS' | 'RTGS'

export interface PayoutLine {
  /** `PY` and 8 letters: first in the narration, and the reference that the bank gives back. */
  readonly code: string
  /** As the bank has it. */
  readonly name: string
  readonly accountNumber: string
  readonly ifsc: string
  readonly amountPaise: Paise
}

export interface PayoutFileInput {
  readonly lines: readonly PayoutLine[]
  /** The account that is debited. */
  readonly debitAccountNumber: string
  readonly debitIfsc: string
  /** The Indian day on which the bank is to pay, `2026-11-22`. */
  readonly day: string
  /** How many files of this account that day came before, from 0. */
  readonly sequence: number
  /** What the bank calls the client; some name their files by it. */
  readonly clientCode: string
}

/** NPCI's limit of one IMPS payment; RTGS begins at two lakh. */
const IMPS_MOST = rupees(5_00_000)

const bankOf = (ifsc: string): string => ifsc.slice(0, 4)

/** The fastest way that every bank offers for this amount. */
export function payoutMode(line: PayoutLine, debitIfsc: string): PayoutMode {
  if (bankOf(line.ifsc) === bankOf(debitIfsc)) return 'FT'
  return line.amountPaise <= IMPS_MOST ? 'IMPS' : 'RTGS'
}

/** `1250.00`: digits alone, from whole paise, never over a float. */
export function plainRupees(amountPaise: Paise): string {
  const digits = String(amountPaise).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Banks refuse a file for one comma in a name: letters, digits and single spaces are left. */
export const plainText = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()

/** `22/11/2026` from `2026-11-22`, with the separator that the bank wants. */
export const dayFirst = (day: string, separator: '/' | '-'): string =>
  day.split('-').reverse().join(separator)
