import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyPrefix, looksLikeKey, newApiKey, readApiKey } from './api-keys.ts'

describe('an API key', () => {
  test.each(['test', 'live'] as const)('of mode %s reads back', (mode) => {
    const { id, key, last4 } = newApiKey(mode)
    expect(readApiKey(key)).toEqual({ mode, id })
    expect(key.startsWith(`${keyPrefix(mode, id)}_`)).toBe(true)
    expect(key.slice(0, -7).endsWith(last4)).toBe(true)
    expect(looksLikeKey(key)).toBe(true)
  })

  test('is another one each time', () => {
    const keys = Array.from({ length: 200 }, () => newApiKey('test'))
    expect(new Set(keys.map(({ key }) => key)).size).toBe(200)
    expect(new Set(keys.map(({ id }) => id)).size).toBe(200)
  })

  test('with one character changed, left out or added is none', () => {
    const { key } = newApiKey('test')
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom('a', 'Z', '0', '_', '-'), (at, other) => {
        const [before, after] = [key.slice(0, at), key.slice(at + 1)]
        if (key[at] !== other) expect(readApiKey(before + other + after)).toBeNull()
        expect(readApiKey(before + after)).toBeNull()
        expect(readApiKey(`${before}${other}${key.slice(at)}`)).toBeNull()
      }),
    )
  })

  test('of the other kind has another checksum', () => {
    const { key } = newApiKey('test')
    expect(readApiKey(key.replace('amt_test_', 'amt_live_'))).toBeNull()
  })

  test.each(['', 'amt_test_', 'Token', 'x'.repeat(61)])('%j is none', (text) => {
    expect(readApiKey(text)).toBeNull()
  })
})
