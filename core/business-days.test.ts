/** Days on which parcels move in India: worked examples, and the holidays themselves. */
import { describe, expect, it } from 'vitest'
import { addBusinessDays, type Calendar, HOLIDAYS } from './business-days.ts'
import { endOfIstDay, istDay, parseMoment } from './time.ts'

const noon = (day: string): number => Date.parse(`${day}T12:00:00+05:30`)
const calendar = (saturday: Calendar['saturday'], holidays = HOLIDAYS): Calendar => ({ saturday, holidays })

describe('ten business days', () => {
  it.each([
    ['2026-11-20', 'off', '2026-12-07'],
    ['2026-11-20', 'bank', '2026-12-04'],
    ['2026-12-18', 'off', '2027-01-04'],
    ['2027-01-15', 'off', '2027-02-01'],
  ] as const)('from %s, Saturdays %s: %s', (from, saturday, due) => {
    expect(addBusinessDays(noon(from), 10, calendar(saturday))).toBe(endOfIstDay(due))
  })
})

describe('one business day', () => {
  const next = (from: string, saturday: Calendar['saturday'], holidays: string[] = []) =>
    istDay(addBusinessDays(noon(from), 1, { saturday, holidays }))
  it.each([
    ['a Sunday is never one', '2026-08-29', 'on', '2026-08-31'],
    ['Saturdays are one where they are working days', '2026-08-07', 'on', '2026-08-08'],
    ['Saturdays are none where they are off', '2026-08-07', 'off', '2026-08-10'],
    ['banks work on the first Saturday', '2026-07-31', 'bank', '2026-08-01'],
    ['banks work on the first Saturday, on an even day too', '2027-02-05', 'bank', '2027-02-06'],
    ['banks rest on the second, on an odd day too', '2027-02-12', 'bank', '2027-02-15'],
    ['banks rest on the second, from the 8th', '2026-08-07', 'bank', '2026-08-10'],
    ['banks work on the third, up to the 21st', '2026-11-20', 'bank', '2026-11-21'],
    ['banks rest on the fourth', '2026-11-27', 'bank', '2026-11-30'],
    ['banks work on the fifth', '2026-08-28', 'bank', '2026-08-29'],
  ] as const)('%s', (_, from, saturday, due) => expect(next(from, saturday)).toBe(due))
  it('a holiday is none, not even a Saturday that is a working day', () => {
    expect(next('2026-08-06', 'on', ['2026-08-07', '2026-08-08'])).toBe('2026-08-10')
  })
  it('counting starts after the Indian day of the payment, at any hour of it', () => {
    const due = endOfIstDay('2026-11-23')
    for (const hour of ['00:00:00.000', '23:59:59.999'])
      expect(addBusinessDays(Date.parse(`2026-11-20T${hour}+05:30`), 1, calendar('off'))).toBe(due)
    const midnight = Date.parse('2026-11-21T00:00:00.000+05:30')
    expect(addBusinessDays(midnight - 1, 1, calendar('on'))).toBe(endOfIstDay('2026-11-21'))
    expect(addBusinessDays(midnight, 1, calendar('on'))).toBe(due)
  })
})

describe('the holidays', () => {
  it.each(['2026', '2027'])('of %s have the three national days', (year) => {
    for (const day of ['01-26', '08-15', '10-02']) expect(HOLIDAYS).toContain(`${year}-${day}`)
  })
  it('are eighteen days a year, each a day of the calendar, in order and once', () => {
    expect(HOLIDAYS.filter((day) => parseMoment(day) === null)).toEqual([])
    expect([...new Set(HOLIDAYS)].sort()).toEqual(HOLIDAYS)
    for (const year of ['2026', '2027'])
      expect(HOLIDAYS.filter((day) => day.startsWith(year))).toHaveLength(18)
  })
})
