/** Business days in India: Monday to Friday less listed holidays, Saturdays by setting. */
import { endOfIstDay, istDay, nextDay, weekdayOf } from './time.ts'

/** `bank`: the second and fourth Saturdays are off, the others are working days. */
export interface Calendar {
  readonly saturday: 'off' | 'bank' | 'on'
  readonly holidays: readonly string[]
}

function isBusinessDay(day: string, calendar: Calendar): boolean {
  if (calendar.holidays.includes(day)) return false
  const weekday = weekdayOf(day)
  if (weekday === 0) return false
  if (weekday !== 6) return true
  if (calendar.saturday === 'bank') return Math.ceil(Number(day.slice(8)) / 7) % 2 === 1
  return calendar.saturday === 'on'
}

/** The end (23:59:59.999 IST) of the `count`th business day after the Indian day of `from`. */
export function addBusinessDays(from: number, count: number, calendar: Calendar): number {
  let day = istDay(from)
  for (let left = count; left > 0; ) {
    day = nextDay(day)
    if (isBusinessDay(day, calendar)) left -= 1
  }
  return endOfIstDay(day)
}

/** Gazetted holidays of 2026 and 2027; moon-dependent days are re-checked by the operator each year. */
export const HOLIDAYS: readonly string[] = [
  '2026-01-26 2026-03-04 2026-03-21 2026-03-26 2026-03-31 2026-04-03 2026-04-14 2026-05-01 2026-05-27',
  '2026-06-26 2026-08-15 2026-08-26 2026-09-04 2026-10-02 2026-10-20 2026-11-08 2026-11-24 2026-12-25',
  '2027-01-26 2027-03-06 2027-03-10 2027-03-22 2027-03-26 2027-04-14 2027-04-15 2027-04-18 2027-05-17',
  '2027-05-20 2027-06-16 2027-08-15 2027-08-25 2027-10-02 2027-10-09 2027-10-29 2027-11-14 2027-12-25',
].flatMap((line) => line.split(' '))
