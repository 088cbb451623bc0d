import { afterAll, describe, expect, it, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { overwriteGetLocale } from '#messages/compiled/runtime.js'
import { dayText, duration, inDays, percent, relativeTime } from './format.ts'

describe('relativeTime', () => {
  const now = Date.parse('2026-11-21T13:00:00Z')
  it.each([
    [2 * DAY_MS + HOUR_MS, 'in 2 days'],
    [7 * DAY_MS - MINUTE_MS, 'in 7 days'],
    [7 * DAY_MS - HOUR_MS, 'in 6 days'],
    [47 * HOUR_MS, 'in 47 hours'],
    [24 * HOUR_MS - 20_000, 'in 24 hours'],
    [90 * MINUTE_MS, 'in 90 minutes'],
    [0, 'this minute'],
    [-3 * HOUR_MS, '3 hours ago'],
    [-9 * DAY_MS, '9 days ago'],
  ])('%d ms away is "%s"', (gap, words) => {
    expect(relativeTime(now + gap, now)).toBe(words)
  })
})

describe('relativeTime in Hindi', () => {
  afterAll(() => overwriteGetLocale(() => 'en'))
  it('counts days: 60 hours from an afternoon end three days of the calendar later', () => {
    overwriteGetLocale(() => 'hi')
    const now = Date.parse('2026-11-29T15:40:00+05:30')
    expect(relativeTime(now + 60 * HOUR_MS, now)).toBe('2 दिन में')
    expect(relativeTime(now - 60 * HOUR_MS, now)).toBe('2 दिन पहले')
  })
})

describe('duration', () => {
  it.each([
    [48 * HOUR_MS, '48 hours', '2 days'],
    [12 * HOUR_MS, '12 hours', '12 hours'],
    [8 * DAY_MS, '8 days', '8 days'],
    [90 * MINUTE_MS, '90 minutes', '90 minutes'],
  ])('%d ms', (ms, rule, days) => {
    expect(duration(ms)).toBe(rule)
    expect(inDays(ms)).toBe(days)
  })
})

test('a day of the calendar', () => expect(dayText('2026-11-04')).toBe('4 Nov 2026'))

describe('percent', () => {
  it.each([
    [2500, '25%'],
    [250, '2.5%'],
    [0, '0%'],
  ])('%d basis points is %s', (basisPoints, words) => {
    expect(percent(basisPoints)).toBe(words)
  })
})
