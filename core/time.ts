/** Time is epoch milliseconds, always passed in. Indian Standard Time is UTC+05:30 all year. */
import type { Locale } from './locale.ts'
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const IST_OFFSET_MS = 330 * MINUTE_MS

/** The calendar day in India as `YYYY-MM-DD`. */
export const istDay = (at: number): string => new Date(at + IST_OFFSET_MS).toISOString().slice(0, 10)

/** The first millisecond of an Indian calendar day. */
export const startOfIstDay = (day: string): number => Date.parse(`${day}T00:00:00+05:30`)

/** The last millisecond of an Indian calendar day: day-based deadlines end there. */
export const endOfIstDay = (day: string): number => Date.parse(`${day}T23:59:59.999+05:30`)

/** The hour of the day in India, 0-23. */
export const istHour = (at: number): number => new Date(at + IST_OFFSET_MS).getUTCHours()

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** From and to `YYYY-MM-DD`. Throws RangeError for a text that is no date. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** ISO 8601 with the Indian offset, as the wire carries times. */
export const toIso = (at: number): string =>
  `${new Date(at + IST_OFFSET_MS).toISOString().slice(0, -1)}+05:30`

const MOMENT =
  /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads a moment from ISO 8601 with an offset, from `yyyy/MM/dd HH:mm` (the date picker of spec §5) or from
 * either without an offset, which are Indian time; a day alone ends at 23:59. Returns null for anything else, and for
 * what no calendar has: Date.parse makes 30 February the 2nd of March, which nobody wrote.
 */
export function parseMoment(text: string): number | null {
  const match = MOMENT.exec(text.trim())
  if (!match) return null
  const [, year, , month, day, hour = '23', minute = '59', second = '00', offset = '+05:30'] = match
  const date = `${year}-${month}-${day}`
  const midnight = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return null
  if (Number(hour) > 23) return null
  const at = Date.parse(`${date}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(at) ? null : at
}

const names = new Map<string, string>()

/** Each is asked of Intl once: a moment that Intl formats costs a notice as much as its other words. */
function nameOf(part: 'month' | 'weekday', india: Date, locale: Locale): string {
  const key = `${locale}${part}${part === 'month' ? india.getUTCMonth() : india.getUTCDay()}`
  const name =
    names.get(key) ?? india.toLocaleDateString(`${locale}-IN`, { [part]: 'short', timeZone: 'UTC' })
  names.set(key, name)
  return name
}

const inIndia = (at: number): Date => new Date(at + IST_OFFSET_MS)

function clockTimeOf(india: Date): string {
  const hour = india.getUTCHours()
  return `${hour % 12 || 12}:${`${india.getUTCMinutes()}`.padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** `21 Nov 2026, 6:30 pm IST`; pass 'hi' for Hindi month names. */
export function formatMoment(at: number, locale: Locale = 'en'): string {
  const india = inIndia(at)
  const month = nameOf('month', india, locale)
  return `${india.getUTCDate()} ${month} ${india.getUTCFullYear()}, ${clockTimeOf(india)} IST`
}

/** `Tue 24 Nov, 11:22 am` as a page has it, in Indian time; with its year where that is not the year of `now`. */
export function formatShortMoment(at: number, now: number, locale: Locale = 'en'): string {
  const india = inIndia(at)
  const [weekday, month] = [nameOf('weekday', india, locale), nameOf('month', india, locale)]
  const year = india.getUTCFullYear()
  const shownYear = year === inIndia(now).getUTCFullYear() ? '' : ` ${year}`
  return `${weekday} ${india.getUTCDate()} ${month}${shownYear}, ${clockTimeOf(india)}`
}
