import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY as policy } from '#core/policy.ts'
import { costsOf } from './costs.tsx'

describe('costsOf (spec §9)', () => {
  it.each([
    ['1000', 'services', null, 950_00],
    ['1000', 'services', 'WELCOME30', 970_00],
    ['1000', 'services', 'FIRST00', 1000_00],
    ['1000', 'services', 'SAME50', 950_00],
    ['99999', 'services', null, 94_999_05],
    ['1000', 'shopping', null, 1000_00],
    ['1000', 'shopping', 'WELCOME30', 1000_00],
  ] as const)('computes the payout of ₹%s, %s, coupon %s', (amount, track, couponCode, payee) => {
    expect(costsOf(amount, track, { policy, couponCode })?.charge?.payeePaise).toBe(payee)
  })

  it('knows the amount before the policy is there', () => {
    expect(costsOf('9000', 'shopping', { policy: null, couponCode: null })).toEqual({
      amountPaise: 9000_00,
      charge: null,
    })
  })

  it.each(['', '0', '1.5', '100000', 'ten'])('is null for the amount %j', (amount) => {
    expect(costsOf(amount, 'services', { policy, couponCode: null })).toBeNull()
  })
})
