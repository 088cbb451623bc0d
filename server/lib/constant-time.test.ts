import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { constantTimeEqual } from './constant-time.ts'

const mac = createHmac('sha256', 'secret').update('message').digest()
const changed = Buffer.from(mac)
changed[31] = (changed[31] ?? 0) ^ 1

test.each<[string, Buffer | string, Buffer | string, boolean]>([
  ['the same bytes', mac, Buffer.from(mac), true],
  ['the same text', mac.toString('hex'), mac.toString('hex'), true],
  ['bytes and the text that they are', Buffer.from('₹ हाँ'), '₹ हाँ', true],
  ['nothing and nothing', '', Buffer.alloc(0), true],
  ['another last bit', mac, changed, false],
  ['capitals', mac.toString('hex'), mac.toString('hex').toUpperCase(), false],
  ['a beginning', mac, mac.subarray(0, 31), false],
  ['more behind it', 'abc', 'abcd', false],
  ['a NUL behind it', 'abc', 'abc\0', false],
  ['nothing', mac, '', false],
  ['as many letters, and more bytes', 'abc', 'abç', false],
])('%s', (_, a, b, isEqual) => {
  expect([constantTimeEqual(a, b), constantTimeEqual(b, a)]).toEqual([isEqual, isEqual])
})
