import { describe, expect, it } from 'vitest'
import { parseMoment } from '../../../../core/time.ts'
import { joined, parted } from './wall-clock.ts'

describe('the date of completion', () => {
  it('comes apart and together again', () => {
    const parts = parted('2026/11/30 09:05')
    expect(parts).toEqual({ day: '2026-11-30', hour: '09', minute: '05' })
    expect(joined(parts)).toBe('2026/11/30 09:05')
  })

  it('is read on the wire as Indian time', () => {
    expect(parseMoment(joined({ day: '2026-11-30', hour: '18', minute: '00' }))).toBe(
      Date.parse('2026-11-30T18:00:00+05:30'),
    )
  })

  it.each(['', '2026-11-30', 'soon'])('begins with no day for %j', (text) => {
    expect(parted(text).day).toBe('')
    expect(joined(parted(text))).toBe('')
  })
})
