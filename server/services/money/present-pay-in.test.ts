/** What a payer is shown of what they are to pay: an address with its code to scan, or the provider's checkout. */
import { expect, it } from 'vitest'
import type { PayInRow } from '#server/repositories/payments.ts'
import { payoutKey } from './payout-key.ts'
import { presentPayIn } from './present-pay-in.ts'

const row = (over: Partial<PayInRow>) =>
  ({
    ...{
      id: 'p1',
      purpose: 'amount',
      amount_paise: 150_000,
      status: 'open',
      reference: 'AMN1',
      provider: 'upi',
    },
    ...over,
  }) as PayInRow
const common = { id: 'p1', purpose: 'amount', amount_paise: 150_000, status: 'open', reference: 'AMN1' }

it('with an address there is a code to scan, and a claim where the bank alone proves it', () => {
  const instruction = { payee_name: 'Amanat', payee_vpa: 'a@bank', upi_url: 'upi://pay', opens_app: false }
  expect(presentPayIn(row({ instruction }))).toEqual({
    ...common,
    ...{ payee_vpa: 'a@bank', payee_name: 'Amanat', upi_url: 'upi://pay', opens_app: false },
    ...{ takes_claims: true, qr_url: '/api/payments/p1/qr.svg' },
  })
})
it('without one there is the checkout, and an app may be opened', () => {
  expect(presentPayIn(row({ instruction: { payee_name: 'Amanat' }, provider: 'razorpay' }))).toEqual({
    ...common,
    ...{ payee_vpa: null, payee_name: 'Amanat', upi_url: null, opens_app: true, takes_claims: false },
    ...{ qr_url: null, checkout_url: '/api/payments/p1/checkout' },
  })
})
it('before the provider has said there is nothing to show', () =>
  expect(presentPayIn(row({ instruction: null }))).toBeNull())

it('a payout keeps its key through its tries, and gets another for each new destination', () => {
  expect(payoutKey({ id: 'p', generation: 1 })).toBe('p')
  expect(payoutKey({ id: 'p', generation: 2 })).toBe('p-2')
})
