/** Days are Indian days, whatever the machine's zone; what no calendar has is no moment. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALES } from './locale.ts'
import * as time from './time.ts'

const at = (iso: string): number => Date.parse(iso)

describe('the Indian day', () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20', 23],
    ['2026-11-20T18:30:00.000Z', '2026-11-21', 0],
    ['2026-12-31T18:30:00.000Z', '2027-01-01', 0],
    ['2026-11-20T06:00:00.000Z', '2026-11-20', 11],
  ])('of %s is %s, in its hour %i', (utc, day, hour) => {
    expect(time.istDay(at(utc))).toBe(day)
    expect(time.istHour(at(utc))).toBe(hour)
  })
  it('ends a millisecond before midnight', () => {
    const end = time.endOfIstDay('2026-11-20')
    expect(end).toBe(at('2026-11-20T18:29:59.999Z'))
    expect(time.istDay(end + 1)).toBe('2026-11-21')
  })
  it.each([
    ['2026-11-22', 0],
    ['2026-11-23', 1],
    ['2026-11-28', 6],
  ])('%s is weekday %i, from Sunday on', (day, weekday) => expect(time.weekdayOf(day)).toBe(weekday))
  it.each([
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
  ])('after %s comes %s', (day, next) => expect(time.nextDay(day)).toBe(next))
})

it('goes over the wire with the Indian offset', () => {
  expect(time.toIso(at('2026-11-20T18:30:00.250Z'))).toBe('2026-11-21T00:00:00.250+05:30')
})

describe('a moment is read', () => {
  it.each([
    ['2026/12/01 18:30', '2026-12-01T13:00:00Z'],
    ['  2026/12/01 18:30 ', '2026-12-01T13:00:00Z'],
    ['2026-12-01T18:30:15', '2026-12-01T13:00:15Z'],
    ['2026-12-01T18:30:15.5', '2026-12-01T13:00:15.500Z'],
    ['2026-12-01T18:30:15.123456789Z', '2026-12-01T18:30:15.123Z'],
    ['2026-12-01t18:30z', '2026-12-01T18:30:00Z'],
    ['2026-12-01T18:30:00+05:30', '2026-12-01T13:00:00Z'],
    ['2026-12-01T18:30:00-0800', '2026-12-02T02:30:00Z'],
    ['2026-12-01', '2026-12-01T18:29:00Z'],
    ['2026-12-01T23:59', '2026-12-01T18:29:00Z'],
    ['2026-12-01T00:00', '2026-11-30T18:30:00Z'],
  ])('%j', (text, utc) => expect(time.parseMoment(text)).toBe(at(utc)))
})

describe('is not a moment', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'tomorrow'],
    ['two separators', '2026-12/01'],
    ['three digits of a year', '226-12-01'],
    ['a year in front', 'x2026-12-01'],
    ['one digit of a month', '2026-1-01'],
    ['one digit of a day', '2026-12-1 10:00'],
    ['one digit of an hour', '2026-12-01 9:00'],
    ['one digit of a minute', '2026-12-01 09:0'],
    ['an hour alone', '2026-12-01 09'],
    ['one digit of a second', '2026-12-01 09:00:0'],
    ['a point without a fraction', '2026-12-01 09:00:00.'],
    ['ten digits of a fraction', '2026-12-01 09:00:00.1234567890'],
    ['a letter in a fraction', '2026-12-01 09:00:00.a'],
    ['half an offset', '2026-12-01T09:00+05'],
    ['an offset of letters', '2026-12-01T09:00+ab:cd'],
    ['an offset without a time', '2026-12-01Z'],
    ['more behind it', '2026-12-01T09:00Z and more'],
    ['30 February', '2026-02-30'],
    ['29 February of another year', '2026-02-29 10:00'],
    ['31 November', '2026/11/31 10:00'],
    ['month 13', '2026-13-01'],
    ['day 0', '2026-12-00'],
    ['day 32', '2026-12-32'],
    ['24 o’clock', '2026-12-01T24:00'],
    ['minute 60', '2026-12-01T10:60'],
    ['an offset of 25 hours', '2026-12-01T10:00+25:00'],
  ])('%s', (_, text) => expect(time.parseMoment(text)).toBeNull())
})

describe('as a person reads it', () => {
  it.each([
    ['2026-11-21T18:30:00+05:30', '21 Nov 2026, 6:30 pm IST'],
    ['2026-11-21T00:05:00+05:30', '21 Nov 2026, 12:05 am IST'],
    ['2027-01-01T09:00:00+05:30', '1 Jan 2027, 9:00 am IST'],
  ])('%s', (iso, text) => expect(time.formatMoment(at(iso))).toBe(text))

  it.each([
    ['2026-11-24T11:22:00+05:30', 'en', 'Tue 24 Nov, 11:22 am'],
    ['2026-12-31T18:30:00Z', 'en', 'Fri 1 Jan 2027, 12:00 am'],
    ['2026-11-24T11:22:00+05:30', 'hi', 'मंगल 24 नव॰, 11:22 am'],
  ] as const)('%s on a page: the day, and the year where it is another', (iso, locale, text) =>
    expect(time.formatShortMoment(at(iso), at('2026-11-23T10:00:00+05:30'), locale)).toBe(text),
  )
  it('in Hindi the month is Hindi, the order the same', () => {
    const text = time.formatMoment(at('2026-11-21T18:30:00+05:30'), 'hi')
    expect(text).toMatch(/^21 \p{Script=Devanagari}+\p{P}? 2026, 6:30 \p{L}+ IST$/u)
  })

  it('is what Intl makes of it, in either language', () => {
    const years = {
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    }
    fc.assert(
      fc.property(fc.date(years), fc.constantFrom(...LOCALES), (moment, locale) => {
        const format = new Intl.DateTimeFormat(`${locale}-IN`, {
          ...{ timeZone: 'Asia/Kolkata', weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
          ...{ hour: 'numeric', minute: '2-digit', hour12: true },
        })
        const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
        const clock = `${part.hour}:${part.minute} ${part.dayPeriod}`
        expect(time.formatMoment(moment.getTime(), locale)).toBe(
          `${part.day} ${part.month} ${part.year}, ${clock} IST`,
        )
        expect(time.formatShortMoment(moment.getTime(), 0, locale)).toBe(
          `${part.weekday} ${part.day} ${part.month} ${part.year}, ${clock}`,
        )
      }),
    )
  })
})
