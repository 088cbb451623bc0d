/** UPI links by the rules of NPCI (india.md §1.1), and accounts of which others see the end alone. */
import { describe, expect, it } from 'vitest'
import { maskedAccount, upiLink } from './upi.ts'

const request = { payeeVpa: 'amanat@okbank', payeeName: 'Amanat Trust & Co', reference: 'TD12345678' }

describe('a link to pay', () => {
  it.each([
    [150_000, '1500.00'],
    [150_050, '1500.50'],
    [5, '0.05'],
    [99, '0.99'],
  ])('%i paise is am=%s, with two decimals', (amountPaise, am) => {
    expect(upiLink({ ...request, amountPaise })).toBe(
      `upi://pay?pa=amanat@okbank&pn=Amanat%20Trust%20%26%20Co&tr=TD12345678&tn=TD12345678&am=${am}&cu=INR`,
    )
  })
})

describe('an account as others see it', () => {
  it.each([
    ['9876543210', '••••3210'],
    ['ravi.shah@okbank', '••••shah@okbank'],
    ['ravi@okbank', '••••vi@okbank'],
    ['abc@upi', '••••c@upi'],
    ['a', '••••'],
    ['', '••••'],
  ])('%j is %j', (account, masked) => expect(maskedAccount(account)).toBe(masked))
})
