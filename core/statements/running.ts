/** For forms that give no balance beside a line: it runs from the opening and has to end at the stated closing. */
import {
  type BankStatement,
  bareAccount,
  MAX_STATEMENT_LINES,
  type StatementFormat,
  type StatementLine,
  signedPaise,
  UnreadableStatement,
} from './lines.ts'

export type UnbalancedLine = Omit<StatementLine, 'balancePaise'>

/** One message of a file: a day, a page or a whole period. */
export interface StatementPart {
  readonly account: string
  readonly openingPaise: number | null
  readonly closingPaise: number | null
  readonly lines: readonly UnbalancedLine[]
}

const sumOf = (lines: readonly UnbalancedLine[]): number =>
  lines.reduce((sum, line) => sum + signedPaise(line), 0)

/** Newest first where the dates say so; within a day no form tells. */
function oldestFirst(lines: readonly UnbalancedLine[]): readonly UnbalancedLine[] {
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last && first.date > last.date ? lines.toReversed() : lines
}

function withBalances(part: StatementPart, openingPaise: number): StatementLine[] {
  let balancePaise = openingPaise
  return oldestFirst(part.lines).map((line) => {
    balancePaise += signedPaise(line)
    return { ...line, balancePaise }
  })
}

/** Parts follow each other without a break, of one account. */
export function joinParts(format: StatementFormat, parts: readonly StatementPart[]): BankStatement {
  const accounts = [...new Set(parts.map(({ account }) => bareAccount(account)))]
  if (accounts.length > 1) throw new UnreadableStatement('several_accounts')
  const count = parts.reduce((sum, { lines }) => sum + lines.length, 0)
  if (count === 0) throw new UnreadableStatement('no_lines')
  if (count > MAX_STATEMENT_LINES) throw new UnreadableStatement('too_many_lines')
  const lines: StatementLine[] = []
  let opening: number | null = null
  let running: number | null = null
  for (const part of parts) {
    const sum = sumOf(part.lines)
    const from: number | null =
      part.openingPaise ?? running ?? (part.closingPaise === null ? null : part.closingPaise - sum)
    if (from === null) throw new UnreadableStatement('balance_broken')
    const isBroken =
      (running !== null && from !== running) ||
      (part.closingPaise !== null && from + sum !== part.closingPaise)
    if (isBroken) throw new UnreadableStatement('balance_broken')
    lines.push(...withBalances(part, from))
    opening ??= from
    running = from + sum
  }
  return { format, accounts, openingPaise: opening ?? 0, closingPaise: running ?? 0, lines }
}
