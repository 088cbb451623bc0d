/**
 * What providers settle: whether a line of a settlement report agrees with our own row, and which reports are to be read.
 * What is proved by what: docs/settlements.md. Amounts in paise, rates in basis points, moments in milliseconds.
 */
import { DAY_MS, HOUR_MS, nextDay, startOfIstDay } from './time.ts'

export const MOVEMENT_TYPES = ['payment', 'refund', 'transfer', 'adjustment', 'other'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

/** `ours_only` and `settlement` are not of a line: what no report shows, and a transfer that is not what its lines come to. */
export const DISCREPANCY_KINDS = ['theirs_only', 'ours_only', 'amount', 'fee', 'settlement'] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

export interface ReportedMovement {
  readonly type: MovementType
  readonly amountPaise: number
  readonly debitPaise: number
  readonly creditPaise: number
  /** With its tax. */
  readonly feePaise: number
  readonly taxPaise: number
}

export interface MovementFinding {
  readonly kind: 'theirs_only' | 'amount' | 'fee'
  /** Null where we have no such row. */
  readonly oursPaise: number | null
  readonly theirsPaise: number
}

/** What it adds to the transfer to the bank; below zero it is taken from it. */
export const netPaise = ({
  creditPaise,
  debitPaise,
}: Pick<ReportedMovement, 'creditPaise' | 'debitPaise'>): number => creditPaise - debitPaise

/** GST on the fees of payment services (SAC 9971): 18 %; none on what the law exempts. */
const GST_BASIS_POINTS = 1_800
/** A provider rounds each line by itself. */
const ROUNDING_PAISE = 1

const shareOf = (amountPaise: number, basisPoints: number): number =>
  Math.round((amountPaise * basisPoints) / 10_000)
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING_PAISE

/**
 * Null where the line is what it should be: of a row that we have, of its amount, credited or debited by that less the
 * fee, with a fee of one of the agreed rates. `feeRates`: null where none were agreed on; any fee is taken then, of which
 * the tax is none or 18 %.
 */
export function judgeMovement(
  movement: ReportedMovement,
  ourPaise: number | null,
  feeRates: readonly number[] | null,
): MovementFinding | null {
  const { type, amountPaise, feePaise } = movement
  const net = netPaise(movement)
  if (ourPaise === null) return { kind: 'theirs_only', oursPaise: null, theirsPaise: net }
  if (amountPaise !== ourPaise) return { kind: 'amount', oursPaise: ourPaise, theirsPaise: amountPaise }
  const isCredit = type === 'payment' || (type === 'adjustment' && net > 0)
  const expected = (isCredit ? ourPaise : -ourPaise) - feePaise
  if (net !== expected) return { kind: 'amount', oursPaise: expected, theirsPaise: net }
  const expectedFee = expectedFeePaise(movement, feeRates)
  if (expectedFee === null) return null
  return { kind: 'fee', oursPaise: expectedFee, theirsPaise: feePaise }
}

/** Null: the fee is as agreed. Else what it should be, by the rate that is nearest. */
function expectedFeePaise(
  { type, amountPaise, feePaise, taxPaise }: ReportedMovement,
  feeRates: readonly number[] | null,
): number | null {
  const net = feePaise - taxPaise
  const tax = shareOf(net, GST_BASIS_POINTS)
  const isTaxRight = taxPaise === 0 || isNear(taxPaise, tax)
  if (feeRates === null || type !== 'payment') return isTaxRight ? null : net + tax
  const fees = feeRates.map((rate) => shareOf(amountPaise, rate))
  if (isTaxRight && fees.some((fee) => isNear(fee, net))) return null
  const nearest = fees.toSorted((a, b) => Math.abs(a - net) - Math.abs(b - net))[0] ?? 0
  return nearest + shareOf(nearest, GST_BASIS_POINTS)
}

/** Reports are read at 11:00 in India: the day before is complete then. */
const READ_AT_MS = 11 * HOUR_MS
/** A second time, for what the provider has put right. */
const AGAIN_AFTER_DAYS = 3
/** What is paid and not settled by then is asked about. */
export const SETTLED_AFTER_DAYS = 3

export interface ReportReading {
  readonly day: string
  readonly reading: 1 | 2
}

/** The readings that are due now, oldest first. `firstDay`: the Indian day of the provider's first payment. */
export function dueReadings(
  firstDay: string,
  readings: readonly ReportReading[],
  now: number,
): ReportReading[] {
  const read = new Set(readings.map(({ day, reading }) => `${day} ${reading}`))
  const due: ReportReading[] = []
  for (let day = firstDay; now >= readAt(day, 1); day = nextDay(day)) {
    const reading = now >= readAt(day, AGAIN_AFTER_DAYS) ? 2 : 1
    if (!read.has(`${day} ${reading}`)) due.push({ day, reading })
  }
  return due
}

const readAt = (day: string, afterDays: number): number =>
  startOfIstDay(day) + afterDays * DAY_MS + READ_AT_MS
