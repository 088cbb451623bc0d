/** Money is a whole number of paise, within what a number can hold exactly; shares are of money that is there. */
import { describe, expect, it } from 'vitest'
import {
  addPaise,
  formatPaise,
  formatPaiseShort,
  minusPaise,
  paise,
  parseRupees,
  rupees,
  shareOf,
} from './money.ts'

describe('paise', () => {
  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER])('%d is money', (value) => expect(paise(value)).toBe(value))
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is refused by its name', (value) => {
    expect(() => paise(value)).toThrow(new RangeError(`not a whole number of paise: ${value}`))
  })
})

describe('sums', () => {
  it('a rupee has a hundred paise', () => expect(rupees(1_500)).toBe(150_000))
  it('parts of any number are added', () => {
    expect(addPaise()).toBe(0)
    expect(addPaise(150_000, 5_000, 1)).toBe(155_001)
  })
  it('what is taken is gone', () => expect(minusPaise(paise(150_000), paise(5_000))).toBe(145_000))
  it('half a paisa comes out of nothing', () => {
    expect(() => rupees(0.005)).toThrow(RangeError)
    expect(() => addPaise(1, 0.5)).toThrow(RangeError)
    expect(() => minusPaise(paise(1), 0.5)).toThrow(RangeError)
  })
})

describe('a share', () => {
  it.each([
    [0, 10_000, 0],
    [150_000, 0, 0],
    [150_000, 10_000, 150_000],
  ])('of %i paise at %i basis points is %i', (amount, points, share) => {
    expect(shareOf(paise(amount), points)).toBe(share)
  })
  it('of a debt is refused', () => {
    expect(() => shareOf(paise(-1), 500)).toThrow(new RangeError('a share of a negative amount'))
  })
  it.each([-1, 10_001, 0.5, Number.NaN])('of %d basis points is refused by its name', (points) => {
    expect(() => shareOf(paise(100), points)).toThrow(new RangeError(`not basis points: ${points}`))
  })
})

describe('as a person reads it', () => {
  it.each([
    [0, '₹0.00', '₹0'],
    [1, '₹0.01', '₹0.01'],
    [99, '₹0.99', '₹0.99'],
    [100, '₹1.00', '₹1'],
    [10_000_000, '₹1,00,000.00', '₹1,00,000'],
    [12_34_567_50, '₹12,34,567.50', '₹12,34,567.50'],
  ])('%i paise', (amount, exact, short) => {
    expect(formatPaise(amount)).toBe(exact)
    expect(formatPaiseShort(amount)).toBe(short)
  })
})

describe('rupees as somebody types them', () => {
  it.each([
    ['0', 0],
    [' 1,25,000.50 ', 12_500_050],
    ['1500.5', 150_050],
    ['-2,000', -200_000],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%s', (text, value) => expect(parseRupees(text)).toBe(value))
  it.each(['', '-', '.5', ',5', '1.005', '1e3', '₹5', '5 000', '90071992547409.92'])('%s is none', (text) => {
    expect(parseRupees(text)).toBe(null)
  })
})
