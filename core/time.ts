/** Time is epoch milliseconds, always passed in. Indian Standard Time is UTC+05:30 all year. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const IST_OFFSET_MS = 330 * MINUTE_MS

/** The calendar day in India as `YYYY-MM-DD`. */
export const istDay = (at: number): string => new Date(at + IST_OFFSET_MS).toISOString().slice(0, 10)

/** The last millisecond of an Indian calendar day: day-based deadlines end there (india.md §5). */
export const endOfIstDay = (day: string): number => Date.parse(`${day}T23:59:59.999+05:30`)

/** The hour of the day in India, 0-23. */
export const istHour = (at: number): number => new Date(at + IST_OFFSET_MS).getUTCHours()

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** ISO 8601 with the Indian offset, as the wire carries times. */
export const toIso = (at: number): string =>
  `${new Date(at + IST_OFFSET_MS).toISOString().slice(0, -1)}+05:30`

const SPEC_FORM = /^(\d{4})\/(\d{2})\/(\d{2})(?: (\d{2}):(\d{2}))?$/

/**
 * Reads a moment from ISO 8601 with an offset, from `yyyy/MM/dd HH:mm` (the date picker of spec §5) or from
 * either without an offset, which are Indian time. Returns null for anything else.
 */
export function parseMoment(text: string): number | null {
  const spec = SPEC_FORM.exec(text.trim())
  const iso = spec
    ? `${spec[1]}-${spec[2]}-${spec[3]}T${spec[4] ?? '23'}:${spec[5] ?? '59'}:00+05:30`
    : /^\d{4}-\d{2}-\d{2}/.test(text.trim())
      ? withOffset(text.trim().replace(' ', 'T'))
      : ''
  const at = Date.parse(iso)
  return Number.isNaN(at) ? null : at
}

function withOffset(text: string): string {
  if (text.length === 10) return `${text}T23:59:00+05:30`
  return /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}+05:30`
}

const whole = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** `21 Nov 2026, 6:30 pm IST` (design look); pass 'hi' for Hindi month names. */
export function formatMoment(at: number, locale: 'en' | 'hi' = 'en'): string {
  const format = locale === 'hi' ? new Intl.DateTimeFormat('hi-IN', whole.resolvedOptions() as never) : whole
  const part = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, p.value]))
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod} IST`
}
