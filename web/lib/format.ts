/** Words for figures, in the language of the page. */
import { DAY_MS, formatShortMoment, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { locale } from './locale.ts'

/** Whole ones of a unit; what lacks a sixtieth of it is one too: a rule of 7 days is "in 7 days" when it begins, and not 6. */
const wholeOnes = (gap: number, unitMs: number): number =>
  Math.trunc((gap + Math.sign(gap) * (unitMs / 60)) / unitMs)

/** "in 2 days", "3 hours ago": a hint beside a moment, in the largest unit that is not a half-truth. */
export function relativeTime(at: number, now: number): string {
  const wordsOf = (numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(`${locale()}-IN`, { numeric })
  const gap = at - now
  const size = Math.abs(gap)
  // "the day after tomorrow" is a day of the calendar, and 60 hours may end on the one after it
  if (size >= 2 * DAY_MS) return wordsOf('always').format(wholeOnes(gap, DAY_MS), 'day')
  const words = wordsOf('auto')
  if (size >= 2 * HOUR_MS) return words.format(wholeOnes(gap, HOUR_MS), 'hour')
  return words.format(Math.trunc(gap / MINUTE_MS), 'minute')
}

/** `Tue 24 Nov, 11:22 am`. Without a now by this device's clock, which decides about the year alone. */
export const shortMoment = (at: number, now = Date.now()): string => formatShortMoment(at, now, locale())

/** A day of the calendar, `2026-11-24`: "24 Nov 2026". */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(`${locale()}-IN`, {
    ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
  }).format(Date.parse(day))

const unit = (value: number, of: 'day' | 'hour' | 'minute'): string =>
  new Intl.NumberFormat(`${locale()}-IN`, { style: 'unit', unit: of, unitDisplay: 'long' }).format(value)

/** A rule's length: "48 hours", "8 days". Days from three up, hours below, as the rules are spoken. */
export function duration(ms: number): string {
  if (ms % DAY_MS === 0 && ms >= 3 * DAY_MS) return unit(ms / DAY_MS, 'day')
  if (ms % HOUR_MS === 0) return unit(ms / HOUR_MS, 'hour')
  return unit(ms / MINUTE_MS, 'minute')
}

/** The same in days where it is whole days. */
export const inDays = (ms: number): string => (ms % DAY_MS === 0 ? unit(ms / DAY_MS, 'day') : duration(ms))

/** How many of something: "2,754". */
export const formatCount = (count: number): string => new Intl.NumberFormat('en-IN').format(count)

/** 2500 basis points: "25%". */
export const percent = (basisPoints: number): string =>
  new Intl.NumberFormat(`${locale()}-IN`, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  )
