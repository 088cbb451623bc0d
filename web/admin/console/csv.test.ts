import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each([
  ['plain', 'Asha', '"Asha"'],
  ['a quote', 'the "best"', '"the ""best"""'],
  ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a list', ['Buyer'], '"Buyer"'],
  ['nothing', null, '""'],
])('%s', (_, value, written) => {
  expect(csvOf([[value]])).toBe(`${written}\r\n`)
})
