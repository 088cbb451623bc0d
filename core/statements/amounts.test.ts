import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayOfSerial, isoDay, readAmount, readDate, readDirection } from './amounts.ts'

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
    ['RS5', 500],
    ['- ₹ 5', -500],
    ['₹-5', -500],
    ['+₹5', 500],
    ['(5.10)', -510],
    ['(1,200)', -120_000],
    ['-0', 0],
    ['0-', 0],
    ['007.50', 750],
    ['0.05', 5],
    ['1,00,00,000', 1_000_000_000],
    ['999999999999.99', 99_999_999_999_999],
    ['000999999999999.99', 99_999_999_999_999],
  ])('%j is %i paise', (cell, paise) => {
    expect(readAmount(cell)).toEqual({ paise, dir: null })
  })
  it.each([
    ['1,200.00 Cr', 120_000, 'C'],
    ['1,200.00(Dr)', 120_000, 'D'],
    ['1200.00DR.', 120_000, 'D'],
    ['5 C', 500, 'C'],
    ['5D', 500, 'D'],
    ['-5 Dr', -500, 'D'],
    ['5-(Cr.)', -500, 'C'],
  ])('%j says its direction', (cell, paise, dir) => {
    expect(readAmount(cell)).toEqual({ paise, dir })
  })
  it.each(['', ' ', '-', '--', '\u00a0', '\u2013', '\u2014', 'NA', 'n/a', 'Nil'])('%j is empty', (cell) => {
    expect(readAmount(cell)).toBeNull()
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
  ['c', 'C'],
  ['D', 'D'],
  ['Crdt', 'C'],
  ['DBIT', 'D'],
  ['Deposit', 'C'],
  ['Withdrawal', 'D'],
  ['CR DR', null],
])('direction %j', (cell, dir) => {
  expect(readDirection(cell)).toBe(dir)
})

describe('dates', () => {
  it.each<readonly [string, string]>([
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
    ['2 11 2026', '2026-11-02'],
    [' 2.Nov.2026 ', '2026-11-02'],
    ['2/Nov, 26', '2026-11-02'],
    ['Nov 02, 2026', '2026-11-02'],
    ['Nov 2 2026', '2026-11-02'],
    ['November02,2026', '2026-11-02'],
    ['Nov. 2, 2026 10:15 am', '2026-11-02'],
    ['2026-11-02T09:14:00.123Z', '2026-11-02'],
    ['2026-11-02 09:14+0530', '2026-11-02'],
    ['02/11/2026, 9.14.20 p.m.', '2026-11-02'],
    ['02/11/2026  9:14PM', '2026-11-02'],
    ['2026/1/2', '2026-01-02'],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
      (month, index) => [`15 ${month} 2026`, `2026-${String(index + 1).padStart(2, '0')}-15`] as const,
    ),
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
    '00/01/2026',
    '01/00/2026',
    '2 Nox 2026',
    'Nox 2, 2026',
    'Nov2026',
    '02/11-2026',
    '02/11/2026 noon',
    '02/11/2026 9',
    '02/11/2026 9:1',
    'x02/11/2026',
    'x2 Nov 2026',
    '2 Nov 202',
    '2 N 2026',
    '02//11/2026',
    '02/11/1989',
    '02/11/2100',
  ])('%j is no date', (cell) => expect(readDate(cell)).toBeNull())
  it('takes the order that a mapping says', () => {
    expect(readDate('02/11/2026', 'mdy')).toBe('2026-02-11')
    expect(readDate('26/02/11', 'ymd')).toBe('2026-02-11')
    expect(readDate('2026/02/11', 'mdy')).toBe('2026-02-11')
    expect(readDate('26/02/11', 'dmy')).toBe('2011-02-26')
  })
})

test.each([
  [1990, 1, 1, '1990-01-01'],
  [1989, 12, 31, null],
  [2099, 12, 31, '2099-12-31'],
  [2100, 1, 1, null],
  [2026, 13, 1, null],
  [2026, 0, 31, null],
  [2026, 2, 29, null],
  [2026, 4, 31, null],
  [2026, 4, 0, null],
])('the day %i-%i-%i is %s', (year, month, day, iso) => {
  expect(isoDay(year, month, day)).toBe(iso)
})

it.each([
  ['46328', 1900, '2026-11-02'],
  ['46328.75', 1900, '2026-11-02'],
  ['44866', 1904, '2026-11-02'],
  ['1', 1900, null],
  ['-1', 1900, null],
  ['4632800', 1900, null],
  [' 46328 ', 1900, '2026-11-02'],
  ['46328x', 1900, null],
  ['x46328', 1900, null],
  ['46328.', 1900, null],
  ['46331', 1900, '2026-11-05'],
] as const)('serial %s of %i', (serial, start, day) => {
  expect(dayOfSerial(serial, start === 1904)).toBe(day)
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
  '+5-',
  '１２',
  '(-5)',
  '(5-)',
  '(5)(5)',
  '5(5)',
  '()',
  'X5',
  '5X',
  '5 CRX',
  '5 RC',
  'NAX',
  'XNA',
  '5-5',
  'USD 5',
  '1.5.5',
  '.5',
  '1000000000000.00',
])('%j is no amount', (cell) => {
  expect(readAmount(cell)).toBe('unreadable')
})
