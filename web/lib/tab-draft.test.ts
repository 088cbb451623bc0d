import { describe, expect, it } from 'vitest'
import { restoreValues } from './tab-draft.ts'

describe('restoreValues', () => {
  const initial = { amount: '', coupon_id: '', done: false }

  it.each([
    ['takes the initial values when nothing is stored', {}, initial],
    ['takes a stored value of the same type', { amount: '1500' }, { ...initial, amount: '1500' }],
    ['drops a stored value of another type', { amount: 1500, done: 'yes' }, initial],
    ['drops an unknown name', { password: 'x' }, initial],
  ])('%s', (_, stored, expected) => {
    expect(restoreValues(initial, stored)).toEqual(expected)
  })
})
