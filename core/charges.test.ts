import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancellationParts, commissionWithCoupon, couponNumber, releaseParts, splitParts } from './charges.ts'
import { paise, shareOf } from './money.ts'

describe('coupons', () => {
  it.each(Array.from({ length: 51 }, (_, n) => n))('suffix %i pays by the formula of spec §9', (n) => {
    const code = `AB${String(n).padStart(2, '0')}`
    expect(couponNumber(code)).toBe(n)
    const amount = 20_000 // rupees: whole paise for every n
    const { payeePaise } = releaseParts(paise(amount * 100), commissionWithCoupon(500, code))
    expect(payeePaise).toBe(Math.round((amount * 0.95 + 0.001 * (50 - n) * amount) * 100))
  })
  it.each(['AB51', 'AB99', 'ABCD', 'AB5', '5', '', 'AB-1', '30AB', '50X'])('%j has no number', (code) => {
    expect(couponNumber(code)).toBeNull()
    expect(commissionWithCoupon(500, code)).toBe(500)
  })
  it('without a coupon', () => expect(commissionWithCoupon(500, null)).toBe(500))
})

describe('rounding', () => {
  it.each([
    [1, 5_000, 1],
    [3, 5_000, 2],
    [33, 9_500, 31],
    [10, 9_500, 10],
    [9, 9_500, 9],
    [9_999_900, 9_500, 9_499_905],
  ])('%i paise at %i basis points is %i, half up', (amount, points, share) => {
    expect(shareOf(paise(amount), points)).toBe(share)
  })
  it('parts add up to the paisa', () => {
    const amounts = fc.integer({ min: 1, max: 9_999_900 })
    fc.assert(
      fc.property(
        amounts,
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (amount, points, part) => {
          const share = paise(Math.floor(amount * part))
          const all = [
            releaseParts(paise(amount), points),
            splitParts(paise(amount), share, points),
            ...[0, 2_500, 10_000].map((freeBasisPoints) =>
              cancellationParts(paise(amount), {
                feeBasisPoints: points,
                commissionBasisPoints: Math.floor(part * 10_000),
                freeBasisPoints,
              }),
            ),
          ]
          for (const { payerPaise, payeePaise, commissionPaise } of all) {
            expect(payerPaise + payeePaise + commissionPaise).toBe(amount)
            expect(Math.min(payerPaise, payeePaise, commissionPaise)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })
  it.each([
    // fee, payee, commission: of Rs 1,000 at 5 %
    [1_000, 10_000, 0],
    [2_500, 25_000, 0],
    [2_600, 25_000, 1_000],
    [3_000, 28_500, 1_500],
    [10_000, 95_000, 5_000],
  ])('a cancellation fee of %i basis points leaves the payee %i', (feeBasisPoints, payee, commission) => {
    const terms = { feeBasisPoints, commissionBasisPoints: 500, freeBasisPoints: 2_500 }
    expect(cancellationParts(paise(100_000), terms)).toEqual({
      payerPaise: 100_000 - payee - commission,
      payeePaise: payee,
      commissionPaise: commission,
    })
  })
  it('a higher cancellation fee never leaves the payee less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_900 }),
        fc.nat(9_999),
        fc.nat(10_000),
        (amount, fee, rate) => {
          const payeeAt = (feeBasisPoints: number) =>
            cancellationParts(paise(amount), {
              feeBasisPoints,
              commissionBasisPoints: rate,
              freeBasisPoints: 2_500,
            }).payeePaise
          expect(payeeAt(fee + 1)).toBeGreaterThanOrEqual(payeeAt(fee))
        },
      ),
    )
  })
})

describe('a split', () => {
  it('a share lies between nothing and the whole amount', () => {
    const split = (share: number) => splitParts(paise(100), paise(share), 0).payeePaise
    expect([split(0), split(100)]).toEqual([100, 0])
    for (const share of [-1, 101])
      expect(() => split(share)).toThrow(new RangeError('share outside the amount'))
  })
})
