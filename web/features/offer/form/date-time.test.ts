import { describe, expect, it } from 'vitest'
import { parseMoment } from '#core/time.ts'
import { dateTimeIn, formatDateTime, parseDateTime } from './date-time.tsx'

describe('the date of completion in parts', () => {
  it('is parsed into day, hour and minute, and formatted back to the same text', () => {
    const parts = parseDateTime('2026/11/30 09:05')
    expect(parts).toEqual({ day: '2026-11-30', hour: '09', minute: '05' })
    expect(formatDateTime(parts)).toBe('2026/11/30 09:05')
  })

  it('is parsed by the server as Indian time', () => {
    expect(parseMoment(formatDateTime({ day: '2026-11-30', hour: '18', minute: '00' }))).toBe(
      Date.parse('2026-11-30T18:00:00+05:30'),
    )
  })

  it.each(['', '2026-11-30', 'soon'])('has no day for %j', (text) => {
    expect(parseDateTime(text).day).toBe('')
    expect(formatDateTime(parseDateTime(text))).toBe('')
  })
})

describe('the chips', () => {
  it.each([
    [3, '2026-11-23T00:00:00+05:30', '2026/11/26 18:00'],
    [7, '2026-11-23T23:59:00+05:30', '2026/11/30 18:00'],
    [14, '2026-12-20T05:29:00+05:30', '2027/01/03 18:00'],
    [30, '2028-01-31T12:00:00+05:30', '2028/03/01 18:00'],
  ])('%i days from %s', (days, now, expected) => {
    expect(dateTimeIn(days, Date.parse(now))).toBe(expected)
  })
})
