/**
 * A statement to the lines known before. Banks give overlapping periods in different forms, and a file may have been
 * touched: what was known has to come again as it was, line by line, or nothing of the file is taken.
 */
import { type BankStatement, mayBeOf, type StatementLine } from './lines.ts'

type MergeProblem = 'nothing_new' | 'wrong_account' | 'conflict' | 'gap'

export interface KnownAccount {
  readonly account: string
  /** Before the first line. */
  readonly openingPaise: number
  /** In the bank's order. */
  readonly lines: readonly KeyedLine[]
}

export interface KeyedLine extends StatementLine {
  /** One for a line in every export: the server stores its hash. */
  readonly key: string
}

export interface MergedStatement {
  readonly problem: MergeProblem | null
  /** Where it conflicts, or between which days lines are missing. */
  readonly days: readonly string[]
  readonly newLines: readonly KeyedLine[]
}

const tupleOf = ({ date, dir, amountPaise, balancePaise }: StatementLine): string =>
  `${date}|${dir}|${amountPaise}|${balancePaise}`

/** Narration and reference are no part of a key: exports pad, wrap and cut them. `before` are lines of the same account. */
export function keyLines(
  account: string,
  lines: readonly StatementLine[],
  before: readonly StatementLine[] = [],
): KeyedLine[] {
  const counts = new Map<string, number>()
  const numberOf = (line: StatementLine): number => {
    const tuple = tupleOf(line)
    const count = (counts.get(tuple) ?? 0) + 1
    counts.set(tuple, count)
    return count
  }
  for (const line of before) numberOf(line)
  return lines.map((line) => ({ ...line, key: `${account}|${tupleOf(line)}|${numberOf(line)}` }))
}

/** Shorter beginnings are of many payments. */
const LEAST_PREFIX = 20
const bare = (narration: string): string => narration.toLowerCase().replace(/[^a-z0-9]/g, '')

function isSameNarration(one: string, other: string): boolean {
  const [short = '', long = ''] = [bare(one), bare(other)].sort((a, b) => a.length - b.length)
  return short === long || (short.length >= LEAST_PREFIX && long.startsWith(short))
}

const isSameLine = (one: StatementLine, other: StatementLine): boolean =>
  tupleOf(one) === tupleOf(other) && isSameNarration(one.narration, other.narration)

/** The first line of the file that is not as it was known from `start` on; -1 when all that meet are the same. */
function differenceAt(
  known: readonly StatementLine[],
  file: readonly StatementLine[],
  start: number,
): number {
  return file.findIndex((line, n) => {
    const other = known[start + n]
    return other !== undefined && !isSameLine(line, other)
  })
}

interface Overlap {
  /** Lines of the file that are known. */
  readonly count: number
  /** The day that is not as it was known. */
  readonly conflict: string | null
}

/**
 * A file begins with the first line of a day, or is a piece that begins within one. The longest overlap that fits: a line
 * counts as known rather than twice.
 */
function overlapOf({ lines, openingPaise }: KnownAccount, statement: BankStatement): Overlap {
  const first = statement.lines[0]?.date ?? ''
  const from = lines.findIndex(({ date }) => date >= first)
  if (from < 0) return { count: 0, conflict: null }
  for (
    let start = from;
    start < lines.length && (start === from || lines[start]?.date === first);
    start += 1
  ) {
    const before = start === 0 ? openingPaise : lines[start - 1]?.balancePaise
    if (before === statement.openingPaise && differenceAt(lines, statement.lines, start) < 0)
      return { count: Math.min(lines.length - start, statement.lines.length), conflict: null }
  }
  const last = lines.at(-1)
  // the bank went on within a day that is known as far as it was then
  if (last?.date === first && last.balancePaise === statement.openingPaise)
    return { count: 0, conflict: null }
  const different = differenceAt(lines, statement.lines, from)
  return { count: 0, conflict: statement.lines[different]?.date ?? first }
}

/**
 * What of a statement is new, without storing it: with a problem nothing, without one at least a line. `nothing_new`: all
 * are known. `wrong_account`: the file names another. `conflict`: a day is not as it was known. `gap`: lines are missing.
 */
export function mergeStatement(known: KnownAccount, statement: BankStatement): MergedStatement {
  const refused = (problem: MergeProblem, days: readonly string[] = []): MergedStatement => ({
    problem,
    days,
    newLines: [],
  })
  if (!mayBeOf(statement, known.account)) return refused('wrong_account')
  const last = known.lines.at(-1)
  const first = statement.lines[0]?.date ?? ''
  const { count, conflict } = overlapOf(known, statement)
  const startsBefore = known.lines.length > 0 && first < (known.lines[0]?.date ?? '')
  if (conflict !== null) {
    if (startsBefore) return refused('gap', [statement.lines.at(-1)?.date ?? '', known.lines[0]?.date ?? ''])
    return refused('conflict', [conflict])
  }
  const closing = last?.balancePaise ?? known.openingPaise
  if (count === 0 && statement.openingPaise !== closing)
    return refused('gap', last ? [last.date, first] : [first])
  const newLines = keyLines(known.account, statement.lines.slice(count), known.lines)
  return newLines.length === 0 ? refused('nothing_new') : { problem: null, days: [], newLines }
}
