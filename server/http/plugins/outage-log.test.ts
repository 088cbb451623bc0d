import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outageLog } from './outage-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an outage of many refusals is two lines', () => {
  const warn = vi.fn()
  const outage = outageLog({ warn } as never)
  for (let i = 0; i < 100; i++) {
    outage.refused('no answer')
    vi.advanceTimersByTime(100)
  }
  expect(warn.mock.calls).toEqual([
    [{ reason: 'no answer' }, 'database unavailable, requests are answered 503'],
  ])
  vi.advanceTimersByTime(5_000)
  expect(warn).toHaveBeenLastCalledWith({ count: 100, seconds: 10 }, 'requests are served again')
  vi.advanceTimersByTime(60_000)
  outage.stop()
  expect(warn).toHaveBeenCalledTimes(2)
})

test('a stop in the middle says the number too', () => {
  const warn = vi.fn()
  const outage = outageLog({ warn } as never)
  outage.refused('no answer')
  outage.stop()
  expect(warn).toHaveBeenLastCalledWith({ count: 1, seconds: 0 }, 'requests are served again')
})
