/** The calendar speaks `yyyy-MM-dd HH:mm:ss` without a zone; the form and the wire speak `yyyy/MM/dd HH:mm` in India. */
import { toIso } from '../../../../core/time.ts'

/** A moment as a clock on an Indian wall shows it, in the calendar's form. */
export const wallClock = (at: number): string => toIso(at).slice(0, 19).replace('T', ' ')

export const fromCalendar = (picked: string | null): string =>
  picked === null ? '' : picked.slice(0, 16).replaceAll('-', '/')

export const toCalendar = (typed: string): string | null =>
  /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/.test(typed) ? `${typed.replaceAll('/', '-')}:00` : null
