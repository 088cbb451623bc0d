import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import {
  financialYear,
  isGstin,
  numberOfPaper,
  paperId,
  paperNumber,
  splitCredit,
  splitTax,
  taxOf,
} from './gst.ts'

const WITHIN = { rateBasisPoints: 1_800, isWithinState: true }
const ACROSS = { rateBasisPoints: 1_800, isWithinState: false }
const figures = (split: object): number[] => Object.values(split)

describe('an inclusive amount', () => {
  it.each([
    [5_000, WITHIN, [4_237, 381, 381, 0, 1]],
    [5_000, ACROSS, [4_237, 0, 0, 763, 0]],
    [30_000, ACROSS, [25_424, 0, 0, 4_576, 0]],
    [1, WITHIN, [1, 0, 0, 0, 0]],
    [0, WITHIN, [0, 0, 0, 0, 0]],
    [11_800, WITHIN, [10_000, 900, 900, 0, 0]],
    [5_000, { rateBasisPoints: 0, isWithinState: true }, [5_000, 0, 0, 0, 0]],
  ])('%i paise', (amount, terms, parts) => {
    expect(figures(splitTax(paise(amount), terms))).toEqual(parts)
  })

  it('is its parts, with two paise of rounding at most', () => {
    fc.assert(
      fc.property(fc.nat(99_999_99), fc.nat(2_000), fc.boolean(), (amount, half, isWithinState) => {
        const split = splitTax(paise(amount), { rateBasisPoints: half * 2, isWithinState })
        expect(figures(split).reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(split.cgstPaise).toBe(split.sgstPaise)
        expect(Math.abs(split.roundOffPaise)).toBeLessThanOrEqual(2)
        expect(Math.min(split.taxablePaise, split.cgstPaise, split.igstPaise)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('given back in parts is given back head by head', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.boolean(), (amounts, isWithinState) => {
        const terms = { rateBasisPoints: 1_800, isWithinState }
        let credited = 0
        const sums = [0, 0, 0, 0, 0]
        for (const amount of amounts) {
          const note = splitCredit(paise(amount), paise(credited), terms)
          expect(figures(note).reduce((sum, part) => sum + part, 0)).toBe(amount)
          expect(Math.abs(note.roundOffPaise)).toBeLessThanOrEqual(2)
          figures(note).forEach((part, at) => {
            sums[at] = (sums[at] ?? 0) + part
          })
          credited += amount
        }
        expect(sums).toEqual(figures(splitTax(paise(credited), terms)))
      }),
    )
  })
})

it.each([
  ['2026-03-31', '25-26'],
  ['2026-04-01', '26-27'],
  ['2026-12-31', '26-27'],
  ['2027-01-01', '26-27'],
  ['2099-04-01', '99-00'],
])('%s is in %s', (day, year) => expect(financialYear(day)).toBe(year))

it('a number has at most sixteen of the signs that the rules allow', () => {
  expect(paperNumber('invoice', '26-27', 123)).toBe('AM/26-27/000123')
  expect(paperNumber('credit_note', '26-27', 9_999_999)).toMatch(/^[A-Z0-9/-]{1,16}$/)
})

it('a number is the same after it stood in an address', () => {
  for (const number of ['AM/26-27/000123', 'AC/99-00/1234567'])
    expect(numberOfPaper(paperId(number))).toBe(number)
  expect(paperId('AM/26-27/000123')).toBe('AM-26-27-000123')
  expect(numberOfPaper('AM-2X-27-000123')).toBe('AM-2X-27-000123')
})

it('the tax is the sum of its parts', () => {
  const part = (text: number) => paise(text)
  const split = { taxablePaise: part(100), roundOffPaise: part(0) }
  expect(taxOf({ ...split, cgstPaise: part(1), sgstPaise: part(2), igstPaise: part(4) })).toBe(7)
})

it.each([
  ['27AAPFU0939F1ZV', true],
  ['27AAPFU0939F1ZW', false],
  ['27AAPFU0939F1ZVV', false],
  ['00AAPFU0939F1ZV', false],
  ['27aapfu0939f1zv', false],
  ['27AAPFU0939F1Z', false],
  ['2727AAPFU0939F1ZF', false],
])('%s is a GSTIN: %s', (text, expected) => expect(isGstin(text)).toBe(expected))
