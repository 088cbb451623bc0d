/** UPI links by the rules of NPCI, and accounts of which others see the end alone. */
import { describe, expect, it } from 'vitest'
import { cleanUtr, maskedAccount, upiLink, utrProblems } from './upi.ts'

const request = {
  payeeVpa: 'amanat@okbank',
  payeeName: 'Amanat Trust & Co',
  payeeKind: 'merchant',
  reference: 'TD12345678',
} as const

describe('a link to pay', () => {
  it.each([
    [150_000, '1500.00'],
    [150_050, '1500.50'],
    [5, '0.05'],
    [99, '0.99'],
  ])('%i paise is am=%s, with two decimals', (amountPaise, am) => {
    expect(upiLink({ ...request, amountPaise })).toBe(
      `upi://pay?pa=amanat@okbank&pn=Amanat%20Trust%20Co&tr=TD12345678&tn=TD12345678&am=${am}&cu=INR`,
    )
  })

  it('to a personal UPI id carries the reference in the note alone', () => {
    expect(upiLink({ ...request, payeeKind: 'personal', amountPaise: 100 })).toBe(
      'upi://pay?pa=amanat@okbank&pn=Amanat%20Trust%20Co&tn=TD12345678&am=1.00&cu=INR',
    )
  })

  it('carries the category that the bank has issued', () => {
    expect(upiLink({ ...request, merchantCategory: '6513', amountPaise: 100 })).toContain('&mc=6513&tr=TD')
  })

  it.each([
    ['अमानत सेवा', 'अमानत सेवा'],
    ['A-1/Trust_(India)', 'A 1 Trust India'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('says %j as %j', (payeeName, pn) => {
    const link = new URL(upiLink({ ...request, payeeName, amountPaise: 100 }))
    expect(link.searchParams.get('pn')).toBe(pn)
  })
})

describe('an account as others see it', () => {
  it.each([
    ['9876543210', '••••3210'],
    ['ravi.shah@okbank', '••••shah@okbank'],
    ['ravi@okbank', '••••vi@okbank'],
    ['abc@upi', '••••c@upi'],
    ['50100123456789@hdfc0001234.ifsc.npci', '••••6789, HDFC0001234'],
    ['••••8901, SBIN0001234', '••••8901, SBIN0001234'],
    ['••••8901@sbin0001234.ifsc.npci', '••••8901, SBIN0001234'],
    ['••••vi@okbank', '••••vi@okbank'],
    ['a', '••••'],
    ['', '••••'],
  ])('%j is %j', (account, masked) => expect(maskedAccount(account)).toBe(masked))
})

describe('the number of a transfer', () => {
  it.each([
    ['632600009999', []],
    [' 6326-0000 9999', []],
    ['', ['required']],
    [undefined, ['required']],
    ['63260000999', ['utr']],
    ['6326000099990', ['utr']],
    ['63260000999x', ['utr']],
    ['６３２６０００09999', ['utr']],
    ['T2611201015209876543210', ['utr_of_app']],
    ['CICAgKD0lv3UXg', ['utr_of_app']],
  ])('%j: %j', (text, problems) => expect(utrProblems(text)).toEqual(problems))

  it('is taken as people copy it', () => expect(cleanUtr(' 6326 0000-9999\n')).toBe('632600009999'))
})
