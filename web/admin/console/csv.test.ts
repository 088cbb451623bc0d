import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

describe('csvOf', () => {
  it.each([
    ['plain', 'Asha', '"Asha"'],
    ['a quote', 'the "best"', '"the ""best"""'],
    ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['a list', ['Buyer'], '"Buyer"'],
    ['nothing', null, '""'],
  ])('escapes %s', (_, value, written) => {
    expect(csvOf([[value]])).toBe(`${written}\r\n`)
  })
})
