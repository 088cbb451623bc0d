/** What every export of a bank becomes, whatever its form: lines in the bank's order, each with the balance after it. */
export type Direction = 'C' | 'D'
export type StatementFormat = 'csv' | 'xlsx' | 'xls' | 'camt053' | 'mt940'

export interface StatementLine {
  /** The day of booking in India, `YYYY-MM-DD`. */
  readonly date: string
  readonly valueDate: string | null
  /** `C` is money in, `D` money out. */
  readonly dir: Direction
  readonly amountPaise: number
  readonly balancePaise: number
  readonly narration: string
  /** The bank's column of cheque numbers and references, as it stands. */
  readonly ref: string
}

export interface BankStatement {
  readonly format: StatementFormat
  /** Account numbers that the file names, `XXXX2379` where it shows the last digits alone; none when it names none. */
  readonly accounts: readonly string[]
  readonly openingPaise: number
  readonly closingPaise: number
  /** Oldest first. */
  readonly lines: readonly StatementLine[]
}

export type UnreadableReason =
  | 'unknown_format'
  | 'no_table'
  | 'no_lines'
  | 'bad_row'
  | 'balance_broken'
  | 'several_accounts'
  | 'not_rupees'
  | 'too_large'
  | 'too_many_lines'
  | 'too_slow'
  | 'formula'
  | 'macro'
  | 'protected'
  | 'damaged'

/** A file of which nothing is taken. `row` counts from 1, as a spreadsheet shows it. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement'
  readonly reason: UnreadableReason
  readonly row: number | null
  constructor(reason: UnreadableReason, row: number | null = null) {
    super(row === null ? reason : `${reason} in row ${row}`)
    this.reason = reason
    this.row = row
  }
}

export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024
export const MAX_STATEMENT_LINES = 20_000

/** Money in counts up, money out down. */
export const signedPaise = ({ dir, amountPaise }: Pick<StatementLine, 'dir' | 'amountPaise'>): number =>
  dir === 'C' ? amountPaise : -amountPaise

/** `037505012379` and `37505012379` are one account: exports drop the zeros or pad with more. */
export const bareAccount = (account: string): string => account.replace(/\D/g, '').replace(/^0+/, '')

/** A file that names no account is anybody's: its balances have to join those known. */
export const mayBeOf = ({ accounts }: Pick<BankStatement, 'accounts'>, account: string): boolean =>
  accounts.length === 0 ||
  accounts.some((named) =>
    /^[Xx*]/.test(named)
      ? account.endsWith(named.replace(/\D/g, ''))
      : bareAccount(named) === bareAccount(account),
  )
