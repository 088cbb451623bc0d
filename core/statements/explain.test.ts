import { expect, test } from 'vitest'
import { explanationsOf, needsSecondPerson, placeOf } from './explain.ts'

test.each([
  ['C', ['own', 'interest', 'charges']],
  ['D', ['own', 'charges', 'gateway_fees', 'gst', 'tds', 'tcs']],
] as const)('a line of direction %s can be %j', (dir, explanations) => {
  expect(explanationsOf(dir)).toEqual(explanations)
  expect(explanations.every((explanation) => typeof placeOf(dir, explanation) === 'string')).toBe(true)
})

test.each([
  ['D5', 1, true],
  ['C6', 4_999_999, false],
  ['C6', 5_000_000, true],
  ['D3', 4_999_999, false],
  ['D3', 5_000_001, true],
])('a line of rule %s over %i paise needs a second person: %s', (rule, amountPaise, expected) => {
  expect(needsSecondPerson({ dir: 'C', rule, amountPaise }, 5_000_000)).toBe(expected)
})
