import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyedHash, openText, sealText } from './sealed-text.ts'

const key = randomBytes(32)

describe('a sealed text', () => {
  it('is opened with its key and its owner, and tells nothing before', () => {
    const sealed = sealText(key, '50100123456@hdfc0001234.ifsc.npci', 'user:7')
    expect(sealed.toString('latin1')).not.toContain('50100123456')
    expect(openText(key, sealed, 'user:7')).toBe('50100123456@hdfc0001234.ifsc.npci')
    expect(sealText(key, 'a', 'b').equals(sealText(key, 'a', 'b'))).toBe(false)
  })

  it('is refused with another key, for another owner, and when a bit was changed', () => {
    const sealed = sealText(key, 'asha@bank', 'user:7')
    expect(() => openText(randomBytes(32), sealed, 'user:7')).toThrow()
    expect(() => openText(key, sealed, 'user:8')).toThrow()
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => openText(key, changed, 'user:7')).toThrow()
    }
  })
})

it('a keyed hash is the same for the same text under the same key alone', () => {
  expect(keyedHash(key, 'a').equals(keyedHash(key, 'a'))).toBe(true)
  expect(keyedHash(key, 'a').equals(keyedHash(key, 'b'))).toBe(false)
  expect(keyedHash(key, 'a').equals(keyedHash(randomBytes(32), 'a'))).toBe(false)
})
