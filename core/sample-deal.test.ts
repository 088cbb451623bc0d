/** The deal by which a change of policy is looked at: an offer as either side would make it, of which nothing has happened. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from './policy.ts'
import { SAMPLE_NAMES, sampleCancellationBasisPoints, sampleOffer } from './sample-deal.ts'
import { DAY_MS } from './time.ts'

const NOW = Date.parse('2026-11-24T10:00:00+05:30')
const UNTOUCHED = {
  ...{ status: 'proposed', amountPaise: 1_000_000, termsVersion: 1, policy: DEFAULT_POLICY },
  ...{ fundedAt: null, deliveryDueAt: null, deliveredAt: null, moreTimeAsked: false, changesRequested: 0 },
  ...{ extensionTo: null, dispute: null, frozenSince: null },
  ...{ dueAt: NOW + DEFAULT_POLICY.offerValidityMs, dueEvent: 'offerValidity' },
}

describe('the sample of an offer', () => {
  it('of goods is the buyer’s', () => {
    expect(sampleOffer('shopping', DEFAULT_POLICY, NOW)).toEqual({
      ...UNTOUCHED,
      ...{ track: 'shopping', creator: 'payer', completionAt: null },
      commissionBasisPoints: DEFAULT_POLICY.commissionBasisPoints.shopping,
      cancellationFeeBasisPoints: DEFAULT_POLICY.cancellationFeeBasisPoints,
    })
  })
  it('of work is the freelancer’s, with a day and a share of its own', () => {
    expect(sampleOffer('services', DEFAULT_POLICY, NOW)).toEqual({
      ...UNTOUCHED,
      ...{ track: 'services', creator: 'payee', completionAt: NOW + 20 * DAY_MS },
      commissionBasisPoints: DEFAULT_POLICY.commissionBasisPoints.services,
      cancellationFeeBasisPoints: 2_500,
    })
  })
  it('follows the policy, where its form names nothing', () => {
    const policy = { ...DEFAULT_POLICY, cancellationFeeBasisPoints: 700 }
    expect(sampleCancellationBasisPoints('shopping', policy)).toBe(700)
    expect(sampleCancellationBasisPoints('services', policy)).toBe(2_500)
  })
  it('has a name for either side in each language', () => {
    expect(SAMPLE_NAMES).toEqual({
      en: { payer: 'Asha', payee: 'Ravi' },
      hi: { payer: 'आशा', payee: 'रवि' },
    })
  })
})
