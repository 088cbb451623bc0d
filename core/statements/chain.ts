/**
 * Direction and order by arithmetic: whatever a bank calls its columns, and whichever end it begins at, each balance
 * is the one before it and the amount between. What does not add up is not read.
 */
import { type StatementLine, UnreadableStatement } from './lines.ts'

export interface TableLine {
  readonly row: number
  readonly date: string
  readonly valueDate: string | null
  readonly narration: string
  readonly ref: string
  /** As the columns say it: money in is above zero; zero for a row without a movement. */
  readonly signedPaise: number
  readonly balancePaise: number
}

/** The row in which the balance does not follow; null when all do. */
function breakIn(lines: readonly TableLine[], sign: 1 | -1): number | null {
  let before: number | null = null
  for (const { row, signedPaise, balancePaise } of lines) {
    if (before !== null && balancePaise !== before + sign * signedPaise) return row
    before = balancePaise
  }
  return null
}

const isAscending = (lines: readonly TableLine[]): boolean =>
  lines.every(({ date }, index) => date >= (lines[index - 1]?.date ?? date))

const isMovement = ({ signedPaise }: TableLine): boolean => signedPaise !== 0

const oriented = (lines: readonly TableLine[], sign: 1 | -1): StatementLine[] =>
  lines.filter(isMovement).map(({ date, valueDate, narration, ref, signedPaise, balancePaise }) => ({
    date,
    valueDate,
    dir: sign * signedPaise > 0 ? 'C' : 'D',
    amountPaise: Math.abs(signedPaise),
    balancePaise,
    narration,
    ref,
  }))

/** Paise before the first line, whose own balance and amount tell it. Throws UnreadableStatement `no_lines` without one. */
export const openingOf = (lines: readonly StatementLine[]): number => {
  const [first] = lines
  if (!first) throw new UnreadableStatement('no_lines')
  return first.balancePaise - (first.dir === 'C' ? first.amountPaise : -first.amountPaise)
}

/**
 * The readings without a break, likeliest first: by the dates, then as the file stands. More than one remains only for
 * a line or two, or equal amounts throughout; a balance known from before (`knownBalances`) decides then. None begins
 * with a row that moves nothing: no balance before it would show that its amount was taken out.
 */
export function orient(given: readonly TableLine[], knownBalances: ReadonlySet<number>): StatementLine[] {
  if (!given.some(isMovement)) throw new UnreadableStatement('no_lines')
  const turned = given.toReversed()
  const readings = ([1, -1] as const).flatMap((sign) =>
    [given, turned].flatMap((lines) =>
      breakIn(lines, sign) === null && lines[0] !== undefined && isMovement(lines[0])
        ? [{ lines: oriented(lines, sign), ascends: isAscending(lines) ? 1 : 0 }]
        : [],
    ),
  )
  if (readings.length === 0)
    throw new UnreadableStatement('balance_broken', breakIn(given, 1) ?? given[0]?.row ?? null)
  const joins = ({ lines }: { lines: StatementLine[] }) => (knownBalances.has(openingOf(lines)) ? 1 : 0)
  const [best] = readings.toSorted((a, b) => joins(b) - joins(a) || b.ascends - a.ascends)
  return best?.lines ?? []
}
