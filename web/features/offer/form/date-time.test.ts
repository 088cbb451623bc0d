import { describe, expect, it } from 'vitest'
import { parseMoment } from '#core/time.ts'
import { formatDateTime, parseDateTime } from './date-time.tsx'

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
