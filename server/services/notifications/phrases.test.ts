/** A mail says who holds the money: the provider, where it is the provider. */
import { afterEach, expect, it } from 'vitest'
import { companyProfile, setCompanyProfile } from '#server/mail/company-profile.ts'
import { eventDetail, type MessageContext, moneyPhrases } from './phrases.ts'

const site = companyProfile()
afterEach(() => setCompanyProfile(site))

const context = {
  participants: { amountPaise: 500_000, payer: { name: 'Asha' }, payee: { name: 'Ravi' } },
  snapshot: {
    ...{ isHeld: true, shares: null, dueAt: null, complainant: null, feePaise: 0 },
    fees: { payer: { fate: null, isDue: false }, payee: { fate: null, isDue: false } },
  },
  ...{ view: 'payer', locale: 'en' },
} as unknown as MessageContext

it.each([
  [null, site.name.en],
  ['bank_escrow', site.name.en],
  ['psp_hold', 'Razorpay'],
] as const)('custody %s: held by %s', (custody, holder) => {
  setCompanyProfile(site, custody)
  expect(moneyPhrases(context)).toEqual([`₹5,000 is held by ${holder}. Neither side can take it alone.`])
})

it.each([
  ['ship', 'dtdc', 'en', 'tracking number D12345678'],
  [
    'ship',
    'hand',
    'en',
    'D12345678 brings it by hand. Read the code on the page of the deal out to them once you have the goods in your hands, and not before',
  ],
  ['ship_return', 'hand', 'hi', 'D12345678 इसे ख़ुद पहुँचाएँगे'],
] as const)('%s by %s (%s)', (name, courier, locale, words) => {
  const data = { courier, tracking_number: 'D12345678' }
  expect(eventDetail({ ...context, locale }, { name, by: 'payee', data })).toBe(words)
})

it('the code is the payer’s alone', () => {
  const data = { courier: 'hand', tracking_number: 'Ravi' }
  for (const view of ['payee', 'team'] as const)
    expect(eventDetail({ ...context, view }, { name: 'ship', by: 'payee', data })).toBe(
      'Ravi brings it by hand',
    )
})
