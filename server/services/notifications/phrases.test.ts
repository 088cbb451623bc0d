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
  ['ship', 'hand', 'en', 'D12345678 brings it by hand'],
  ['ship_return', 'hand', 'hi', 'D12345678 इसे ख़ुद पहुँचाएँगे'],
] as const)('%s by %s (%s)', (name, courier, locale, words) => {
  const data = { courier, tracking_number: 'D12345678' }
  expect(eventDetail({ ...context, locale }, { name, by: 'payee', data })).toBe(words)
})
