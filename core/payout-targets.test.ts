import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { accountAddress, parseAccountAddress } from './account-address.ts'
import {
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
    [accountNumberField, 'a123456789012', ['account_number']],
    [accountNumberField, '123456789', []],
    [accountNumberField, '123456789012345678', []],
    [upiIdField, '!asha@ybl', ['upi_id']],
    [upiIdField, 'a@ybl', ['upi_id']],
    [upiIdField, 'asha@1bl', ['upi_id']],
    [ifscField, '1HDFC0001234', ['ifsc']],
    [ifscField, 'HDFC00012345', ['ifsc']],
    [ifscField, '', ['required']],
    [accountNumberField, '', ['required']],
    [ifscField, 'hdfc0001234', []],
    [ifscField, 'HDFC1001234', ['ifsc']],
    [ifscField, 'HDFC000123', ['ifsc']],
  ] as const)('%# say of %s what is wrong', (field, value, expected) => {
    expect(codes(field as typeof upiIdField, value)).toEqual(expected)
  })

  it('make one address of an account', () => {
    expect(accountAddress('50100123456', 'HDFC0001234')).toBe('50100123456@hdfc0001234.ifsc.npci')
  })

  const account = { accountNumber: '50100123456', ifsc: 'HDFC0001234' }
  it.each([
    ['50100123456@hdfc0001234.ifsc.npci', account],
    ['50100123456@HDFC0001234.IFSC.NPCI', account],
    ['asha@okhdfc', null],
    ['x50100123456@hdfc0001234.ifsc.npci', null],
    ['50100123456@hdfc0001234.ifsc.npci.example', null],
    ['50100123@hdfc0001234.ifsc.npci', null],
    ['50100123456@hdfc0001234xifsc.npci', null],
  ])('and read it back: %s', (address, expected) => expect(parseAccountAddress(address)).toEqual(expected))
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

  const TITLES = ['MR', 'MRS', 'MS', 'DR', 'SHRI', 'SMT', 'PVT', 'PRIVATE', 'LTD', 'LIMITED', 'LLP']
  it.each(TITLES)('has no word less for a %s, and is none by it', (title) => {
    expect(shareOfName(`${title} Asha Rao`, 'ASHA RAO')).toBe(1)
    expect(isOwnName([title], title)).toBe(false)
  })

  // the examples of Winkler's own table (1990), to four places
  it.each([
    ['MARTHA', 'MARHTA', 0.9611],
    ['DWAYNE', 'DUANE', 0.84],
    ['DIXON', 'DICKSONX', 0.8133],
    ['JONES', 'JOHNSON', 0.8324],
    ['ABROMS', 'ABRAMS', 0.9222],
    ['JERALDINE', 'GERALDINE', 0.9259],
    ['SHACKLEFORD', 'SHACKELFORD', 0.9818],
    ['NICHLESON', 'NICHULSON', 0.9556],
    ['ASHA', 'RVKM', 0],
    ['ASHA', 'ASHA', 1],
  ])('%s and %s are as similar as it was defined', (one, other, expected) => {
    expect(similarity(one, other)).toBeCloseTo(expected, 4)
    expect(similarity(other, one)).toBeCloseTo(expected, 4)
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
