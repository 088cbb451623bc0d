import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

describe('csvOf', () => {
  it.each([
    ['plain', 'Asha', '"Asha"'],
    ['a quote', 'the "best"', '"the ""best"""'],
    ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['a formula in full width', '＝1+1', '"\'＝1+1"'],
    ['the other signs', '＋1', '"\'＋1"'],
    ['a minus in full width', '－1', '"\'－1"'],
    ['an at sign in full width', '＠SUM(1)', '"\'＠SUM(1)"'],
    ['a formula behind a NUL', '\0=1', '"\'=1"'],
    ['a NUL within', 'A\0sha', '"Asha"'],
    ['a tab', '\t=1', '"\'\t=1"'],
    ['a tab alone', '\tx', '"\'\tx"'],
    ['a carriage return', '\r=1', '"\'\r=1"'],
    ['a line', '\nx', '"\'\nx"'],
    ['a formula behind blanks', '  =1', '"\'  =1"'],
    ['a formula behind what nobody sees', '\u200b\ufeff=1', '"\'\u200b\ufeff=1"'],
    ['an object', { a: 1 }, '"{""a"":1}"'],
    ['a list', ['Buyer'], '"Buyer"'],
    ['a list of two', ['Buyer', 'Seller'], '"Buyer Seller"'],
    ['a sign behind a word', 'a=1', '"a=1"'],
    ['undefined', undefined, '""'],
    ['a number below zero', -1.5, '"-1.5"'],
    ['nothing', null, '""'],
  ])('escapes %s', (_, value, written) => {
    expect(csvOf([[value]])).toBe(`${written}\r\n`)
  })
})

it('puts commas between cells and ends every row', () => {
  expect(csvOf([[1, 'b'], ['c']])).toBe('"1","b"\r\n"c"\r\n')
  expect(csvOf([])).toBe('')
})
