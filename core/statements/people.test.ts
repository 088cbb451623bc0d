// Whether a line speaks of somebody: by whole words of a name, or an address as far as a bank prints it.
import { describe, expect, it } from 'vitest'
import { readNarration } from './narration.ts'
import { isFrom, isFromOther, namesAnyWord, namesVpa } from './people.ts'

const facts = (narration: string) => readNarration({ narration, ref: '', dir: 'C' }, '1', [])

describe('an address', () => {
  it.each([
    ['UPI/asha.rao@okbank/1', 'Asha.Rao@okbank', true],
    ['UPI ASHA.RAO@OKBANK', 'asha.rao@okbank', true],
    ['UPI-shop-ravi@upi-1', 'shop-ravi@upi', true],
    ['UPI/asha.rao/1', 'asha.rao@okbank', true],
    ['UPI/asha.ra/1', 'asha.rao@okbank', false],
    ['UPI/asha@/1', 'asha@okbank', true],
    ['UPI/asha@ok/1', 'asha@okbank', true],
    ['UPI/asha@no/1', 'asha@okbank', false],
    ['UPI/xasha.rao/1', 'asha.rao@okbank', false],
    ['UPI/asha.raoo/1', 'asha.rao@okbank', false],
    ['UPI', '', false],
  ])('%s names %s: %s', (narration, vpa, names) => {
    expect(namesVpa(facts(narration), vpa)).toBe(names)
  })
})

describe('a name', () => {
  it.each([
    ['NEFT ASHA', 'Asha Rao', true, true],
    ['NEFT RAO', 'Asha Rao', true, false],
    ['NEFT RAO KUMARI', 'Asha Kumari-Rao', true, true],
    ['NEFT ASHARAO', 'Asha Rao', false, false],
    ['NEFT OM', 'Om', false, false],
    ['NEFT OMI', 'Omi', true, true],
    ['NEFT', '', false, false],
  ])('%s and %s', (narration, name, any, from) => {
    expect([namesAnyWord(facts(narration), name), isFrom(facts(narration), { name, vpa: null })]).toEqual([
      any,
      from,
    ])
  })
})

it.each([
  ['UPI/mohan.das@okbank', { name: 'Asha Rao', vpa: null }, true],
  ['UPI/mohan.das@okbank', { name: null, vpa: 'asha.rao@okbank' }, true],
  ['UPI/mohan.das@okbank', { name: null, vpa: null }, false],
  ['UPI/9mohan@okbank', { name: 'Asha Rao', vpa: null }, false],
  ['UPI/m@okbank', { name: 'Asha Rao', vpa: null }, false],
  ['UPI/mohan.das@', { name: 'Asha Rao', vpa: null }, false],
  ['UPI/mohan.das@okbank/RAO', { name: 'Asha Rao', vpa: null }, false],
  ['UPI/asha.rao@okbank', { name: 'Neha', vpa: 'asha.rao@okbank' }, false],
  ['CASH', { name: 'Asha Rao', vpa: null }, false],
])('%s is of somebody else than %j: %s', (narration, person, other) => {
  expect(isFromOther(facts(narration), person)).toBe(other)
})
