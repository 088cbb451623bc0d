import { describe, expect, it } from 'vitest'
import { parseMoment } from '../../../../core/time.ts'
import { fromCalendar, toCalendar, wallClock } from './wall-clock.ts'

describe('the calendar and the form', () => {
  it('shows Indian time wherever the browser is', () => {
    expect(wallClock(Date.parse('2026-11-20T20:00:00Z'))).toBe('2026-11-21 01:30:00')
  })

  it('hands back what was picked, and the wire reads it as Indian time', () => {
    expect(fromCalendar('2026-11-30 18:00:00')).toBe('2026/11/30 18:00')
    expect(toCalendar('2026/11/30 18:00')).toBe('2026-11-30 18:00:00')
    expect(parseMoment('2026/11/30 18:00')).toBe(Date.parse('2026-11-30T18:00:00+05:30'))
  })

  it.each(['', '2026-11-30', 'soon'])('has nothing for %j', (text) => {
    expect(toCalendar(text)).toBeNull()
  })

  it('empties', () => {
    expect(fromCalendar(null)).toBe('')
  })
})
