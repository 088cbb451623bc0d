import { describe, expect, it } from 'vitest'
import { intentFor, overStart } from './draft.ts'

describe('a kept draft', () => {
  const start = { amount: '', coupon_id: '', done: false }

  it.each([
    ['nothing kept', {}, start],
    ['what fits is taken', { amount: '1500' }, { ...start, amount: '1500' }],
    ['another kind is left', { amount: 1500, done: 'yes' }, start],
    ['an unknown name is left', { password: 'x' }, start],
  ])('%s', (_, kept, expected) => {
    expect(overStart(start, kept)).toEqual(expected)
  })
})

describe('the key of a submission', () => {
  let made = 0
  const newKey = () => `key${++made}`

  it('stays for the same body and changes with it', () => {
    const first = intentFor(undefined, { amount: 1 }, newKey)
    expect(intentFor(first, { amount: 1 }, newKey)).toBe(first)
    expect(intentFor(first, { amount: 2 }, newKey).key).not.toBe(first.key)
  })
})
