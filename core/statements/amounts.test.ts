import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayOfSerial, readAmount, readDate, readDirection } from './amounts.ts'

describe('amounts', () => {
  it.each([
    ['50000.00', 5_000_000],
    ['1,25,000.00', 12_500_000],
    ['125,000.00', 12_500_000],
    ['             46200.00', 4_620_000],
    ['21.24', 2_124],
    ['118', 11_800],
    ['118.5', 11_850],
    ['0.00', 0],
    ['₹ 1,200.00', 120_000],
    ['INR 5', 500],
    ['Rs. 5', 500],
    ['-5.10', -510],
    ['5.10-', -510],
    ['+5', 500],
    ['50000.0000', 5_000_000],
    ['1,200.00\u00a0', 120_000],
  ])('%j is %i paise', (cell, paise) => {
    expect(readAmount(cell)).toEqual({ paise, dir: null })
  })
  it.each([
    ['1,200.00 Cr', 120_000, 'C'],
    ['1,200.00(Dr)', 120_000, 'D'],
    ['1200.00DR.', 120_000, 'D'],
  ])('%j says its direction', (cell, paise, dir) => {
    expect(readAmount(cell)).toEqual({ paise, dir })
  })
  it.each(['', ' ', '-', '--', '\u00a0'])('%j is empty', (cell) => {
    expect(readAmount(cell)).toBeNull()
  })
  it.each([
    '50000,00', // a decimal comma would be 100 times as much
    '1.234,56',
    '1.999',
    '12,5',
    '1,2,3',
    '1e5',
    '0x10',
    'NaN',
    '12 34 56 78 90 12 34 56',
    '5 apples',
    '=1+1',
    '-5-',
    '１２',
  ])('%j is refused', (cell) => {
    expect(readAmount(cell)).toBe('unreadable')
  })

  const indian = (digits: string): string =>
    digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${digits.slice(-3)}`

  test('any amount survives its text, with commas or without', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), fc.boolean(), (paise, grouped) => {
        const digits = String(paise).padStart(3, '0')
        const [whole, fraction] = [digits.slice(0, -2), digits.slice(-2)]
        const text = `${grouped ? indian(whole) : whole}.${fraction}`
        expect(readAmount(text)).toEqual({ paise, dir: null })
      }),
    )
  })
})

test.each([
  ['CR', 'C'],
  ['Dr', 'D'],
  ['(Cr)', 'C'],
  ['Debit', 'D'],
  ['CREDIT ', 'C'],
  ['', null],
  ['UPI', null],
])('direction %j', (cell, dir) => {
  expect(readDirection(cell)).toBe(dir)
})

describe('dates', () => {
  it.each([
    ['02/11/26', '2026-11-02'],
    ['02-11-2026', '2026-11-02'],
    ['2/1/2026', '2026-01-02'],
    ['2 Nov 2026', '2026-11-02'],
    ['02-Nov-26', '2026-11-02'],
    ['02NOV2026', '2026-11-02'],
    ['2 November 2026', '2026-11-02'],
    ['2026-11-02', '2026-11-02'],
    ['2026-11-02T09:14:00+05:30', '2026-11-02'],
    ['02/11/2026 09:14:20 AM ', '2026-11-02'],
    ['02-11-2026 21:14', '2026-11-02'],
    ['29.02.2028', '2028-02-29'],
  ])('%j is %s', (cell, day) => {
    expect(readDate(cell)).toBe(day)
  })
  it.each([
    '',
    '30/02/2026',
    '29/02/2026',
    '02/13/2026',
    '32/01/2026',
    '1,25,000.00',
    '46328',
    '02/11',
    'Nov',
  ])('%j is no date', (cell) => expect(readDate(cell)).toBeNull())
  it('takes the order that a mapping says', () => {
    expect(readDate('02/11/2026', 'mdy')).toBe('2026-02-11')
    expect(readDate('26/02/11', 'ymd')).toBe('2026-02-11')
  })
  it.each([
    ['46328', 1900, '2026-11-02'],
    ['46328.75', 1900, '2026-11-02'],
    ['44866', 1904, '2026-11-02'],
    ['1', 1900, null],
    ['-1', 1900, null],
    ['4632800', 1900, null],
  ] as const)('serial %s of %i', (serial, start, day) => {
    expect(dayOfSerial(serial, start === 1904)).toBe(day)
  })
})
