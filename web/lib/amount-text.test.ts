import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountField } from '#core/fields.ts'
import { caretAfter, groupDigits, ungroupDigits } from './amount-text.ts'

it.each([
  ['', ''],
  ['1', '1'],
  ['999', '999'],
  ['1000', '1,000'],
  ['18500', '18,500'],
  ['100000', '1,00,000'],
  ['12345678', '1,23,45,678'],
  ['12a', '12a'],
  ['-5', '-5'],
])('%j is shown as %j', (value, shown) => expect(groupDigits(value)).toBe(shown))

it.each([
  ['18,500', '18500'],
  ['18,50', '1850'],
  ['₹ 18,500', '18500'],
  ['1 00 000', '100000'],
  ['१८,५००', '18500'],
  ['18,5x', '18,5x'],
  ['1.5', '1.5'],
])('%j is typed for %j', (typed, value) => expect(ungroupDigits(typed)).toBe(value))

it('grouping changes no amount, and the form takes both ways of writing it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), (rupees) => {
      const shown = groupDigits(String(rupees))
      expect(ungroupDigits(shown)).toBe(String(rupees))
      expect(amountField.parse(shown)).toBe(rupees)
    }),
  )
})

it('the caret stays behind the digit it stood behind', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(9), (value, at) => {
      const shown = groupDigits(String(value))
      const digits = Math.min(at, String(value).length)
      const left = shown.slice(0, caretAfter(shown, digits))
      expect(ungroupDigits(left)).toBe(String(value).slice(0, digits))
    }),
  )
})
