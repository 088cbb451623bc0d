import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  accountAddress,
  accountNumberField,
  ifscField,
  isOwnName,
  shareOfName,
  similarity,
  upiIdField,
} from './payout-targets.ts'

const codes = (field: typeof upiIdField, value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('the fields', () => {
  test.each([
    [upiIdField, 'Asha.Rao@OKHDFC', []],
    [upiIdField, ' asha@ybl ', []],
    [upiIdField, '9876543210', ['upi_id']],
    [upiIdField, 'asha@', ['upi_id']],
    [upiIdField, 'a@b@c', ['upi_id']],
    [upiIdField, '', ['required']],
    [accountNumberField, '5010 0123 4567', []],
    [accountNumberField, '12345678', ['account_number']],
    [accountNumberField, '1234567890123456789', ['account_number']],
    [accountNumberField, '12345678a', ['account_number']],
    [ifscField, 'hdfc0001234', []],
    [ifscField, 'HDFC1001234', ['ifsc']],
    [ifscField, 'HDFC000123', ['ifsc']],
  ] as const)('%# say of %s what is wrong', (field, value, expected) => {
    expect(codes(field as typeof upiIdField, value)).toEqual(expected)
  })

  it('make one address of an account', () => {
    expect(accountAddress('50100123456', 'HDFC0001234')).toBe('50100123456@hdfc0001234.ifsc.npci')
  })
})

describe("the bank's name", () => {
  test.each([
    ['Asha Rao', 'ASHA RAO', true],
    ['Asha Rao', 'RAO ASHA', true],
    ['Asha Rao', 'MRS ASHA S RAO', true],
    ['Asha Rao', 'A RAO', true],
    ['Asha Rao', 'ASHAA RAO', true],
    ['Vijay Kumar', 'VIJAI KUMAR', true],
    ['Asha Rao', 'ASHA', false],
    ['Asha Rao', 'ASHA MEHTA', false],
    ['Asha Rao', 'SUNIL KUMAR', false],
    ['Asha Rao', 'A R', false],
    ['Asha Rao', '', false],
    ['Asha Rao', 'MR', false],
    ['Rao Crafts', 'M/S RAO CRAFTS PVT LTD', true],
  ])('of %s: %s is theirs: %s', (ours, banks, expected) => {
    expect(isOwnName([ours], banks)).toBe(expected)
  })

  it('may be that of the business', () => {
    expect(isOwnName(['Asha Rao', 'Pune Crafts'], 'PUNE CRAFTS')).toBe(true)
    expect(isOwnName(['Asha Rao', null], 'PUNE CRAFTS')).toBe(false)
  })

  const word = fc.stringMatching(/^[A-Z]{2,9}$/)
  it('is between nothing and all of ours, in any order', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.string(), (words, other) => {
        const share = shareOfName(words.join(' '), other)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(similarity(words.join(''), other)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is ours when it is the same', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const names = words.filter(
          (name) =>
            !['MR', 'MRS', 'MS', 'DR', 'SHRI', 'SMT', 'PVT', 'LTD', 'LLP', 'PRIVATE', 'LIMITED'].includes(
              name,
            ),
        )
        fc.pre(names.length > 0)
        expect(shareOfName(words.join(' '), [...words].reverse().join(' '))).toBe(1)
      }),
    )
  })
})
