import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInWords, rupeesInWords } from './amount-in-words.ts'

describe('on a paper', () => {
  it.each([
    [0, 'Rupees zero only', 'शून्य रुपये मात्र'],
    [30_000, 'Rupees three hundred only', 'तीन सौ रुपये मात्र'],
    [4_237, 'Rupees forty-two and thirty-seven paise only', 'बयालीस रुपये सैंतीस पैसे मात्र'],
    [5, 'Rupees zero and five paise only', 'शून्य रुपये पाँच पैसे मात्र'],
    [1_100_00, 'Rupees one thousand one hundred only', 'एक हज़ार एक सौ रुपये मात्र'],
    [
      9_99_99_999_99,
      'Rupees nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only',
      'नौ करोड़ निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे रुपये निन्यानवे पैसे मात्र',
    ],
  ])('%i paise', (amount, en, hi) => {
    expect([amountInWords(amount, 'en'), amountInWords(amount, 'hi')]).toEqual([en, hi])
  })

  it('differ for every amount', () => {
    for (const locale of ['en', 'hi'] as const) {
      const words = Array.from({ length: 1_100 }, (_, rupees) => amountInWords(rupees * 100, locale))
      expect(new Set(words).size).toBe(1_100)
      expect(words.some((text) => /undefined|- | {2}/.test(text))).toBe(false)
    }
  })
})

describe('beside a field', () => {
  it.each([
    [1, 'one rupee', 'एक रुपया'],
    [2, 'two rupees', 'दो रुपये'],
    [18_500, 'eighteen thousand five hundred rupees', 'अठारह हज़ार पाँच सौ रुपये'],
    [99_999, 'ninety-nine thousand nine hundred ninety-nine rupees', 'निन्यानवे हज़ार नौ सौ निन्यानवे रुपये'],
    [1_00_000, 'one lakh rupees', 'एक लाख रुपये'],
  ])('%i', (rupees, en, hi) => {
    expect([rupeesInWords(rupees, 'en'), rupeesInWords(rupees, 'hi')]).toEqual([en, hi])
  })

  it('the words name the number that they came from', () => {
    for (const locale of ['en', 'hi'] as const) {
      const small = new Map(
        Array.from({ length: 100 }, (_, n) => [rupeesInWords(n, locale).split(' ')[0], n]),
      )
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 99_99_999 }), (rupees) => {
          expect(read(rupeesInWords(rupees, locale).split(' ').slice(0, -1), small)).toBe(rupees)
        }),
      )
    }
  })
})

const UNITS = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['lakh', 1_00_000],
  ['सौ', 100],
  ['हज़ार', 1_000],
  ['लाख', 1_00_000],
])

/** Left to right, as somebody hears it: a number waits for its unit, and what has none is the rest. */
function read(words: readonly string[], small: ReadonlyMap<string | undefined, number>): number {
  let [total, waiting] = [0, 0]
  for (const word of words) {
    const unit = UNITS.get(word)
    if (unit === undefined) waiting = small.get(word) ?? Number.NaN
    else [total, waiting] = [total + waiting * unit, 0]
  }
  return total + waiting
}
