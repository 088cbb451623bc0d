/** Who is told to hold the money of deals: the operator, or the provider where it holds it for them. */
import { afterEach, expect, it } from 'vitest'
import type { CustodyMode } from '#core/site-settings.ts'
import { companyProfile, holderName, setCompanyProfile } from './company-profile.ts'

const site = companyProfile()
afterEach(() => setCompanyProfile(site))

const HOLDERS: [custody: CustodyMode | null, en: string, hi: string][] = [
  [null, site.name.en, site.name.hi],
  ['bank_escrow', site.name.en, site.name.hi],
  ['own_account', site.name.en, site.name.hi],
  ['psp_hold', 'Razorpay', 'Razorpay'],
]

it.each(HOLDERS)('under %s the money is held by %s', (custody, en, hi) => {
  setCompanyProfile(site, custody)
  expect([holderName('en'), holderName('hi')]).toEqual([en, hi])
})
