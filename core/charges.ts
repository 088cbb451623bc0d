/** What a deal costs whom. Rounded once, half up, on the payee's figure; the commission is the rest (spec §9). */
import { minusPaise, type Paise, shareOf } from './money.ts'

export interface PayoutParts {
  readonly payerPaise: Paise
  readonly payeePaise: Paise
  readonly commissionPaise: Paise
}

/** Of two characters. */
const COUPON_SUFFIX = /[0-4]\d|50/

/** The number N formed by the last two characters of a coupon code, 0-50, or null where the code has none (spec §9). */
export function couponNumber(code: string): number | null {
  const suffix = code.slice(-2)
  return COUPON_SUFFIX.test(suffix) ? Number(suffix) : null
}

/**
 * Commission in basis points: the base, less 0.001 × (50 − N) of the amount for a coupon ending in N (spec §9),
 * so N = 30 makes 3 % of a base of 5 %. Never below zero.
 */
export function commissionWithCoupon(baseBasisPoints: number, code: string | null): number {
  const n = code === null ? null : couponNumber(code)
  return n === null ? baseBasisPoints : Math.max(0, baseBasisPoints - 10 * (50 - n))
}

/** Release: the payee gets the amount less commission; parts add up to the amount. */
export function releaseParts(amountPaise: Paise, commissionBasisPoints: number): PayoutParts {
  const payeePaise = shareOf(amountPaise, 10_000 - commissionBasisPoints)
  return {
    payerPaise: shareOf(amountPaise, 0),
    payeePaise,
    commissionPaise: minusPaise(amountPaise, payeePaise),
  }
}

/** Split: the payer's share goes back whole; commission is taken from the payee's share alone. */
export function splitParts(
  amountPaise: Paise,
  payerSharePaise: Paise,
  commissionBasisPoints: number,
): PayoutParts {
  if (payerSharePaise < 0 || payerSharePaise > amountPaise) throw new RangeError('share outside the amount')
  const rest = releaseParts(minusPaise(amountPaise, payerSharePaise), commissionBasisPoints)
  return { ...rest, payerPaise: payerSharePaise }
}

export interface CancellationTerms {
  readonly feeBasisPoints: number
  readonly commissionBasisPoints: number
  /** A fee of up to this share of the amount is free of commission. */
  readonly freeBasisPoints: number
}

/**
 * Cancellation after delivery started: the fee to the payee, the rest back. A fee above the free share pays commission
 * as a release does, or two people who agree on a fee of 100 % would pay none by cancelling. The free share itself is
 * never taken from, so a higher fee never leaves the payee less than a lower one.
 */
export function cancellationParts(
  amountPaise: Paise,
  { feeBasisPoints, commissionBasisPoints, freeBasisPoints }: CancellationTerms,
): PayoutParts {
  const feePaise = shareOf(amountPaise, feeBasisPoints)
  const freePaise = shareOf(amountPaise, Math.min(freeBasisPoints, feeBasisPoints))
  const afterCommission = shareOf(feePaise, 10_000 - commissionBasisPoints)
  const payeePaise = afterCommission > freePaise ? afterCommission : freePaise
  return {
    payeePaise,
    payerPaise: minusPaise(amountPaise, feePaise),
    commissionPaise: minusPaise(feePaise, payeePaise),
  }
}

/** Everything back to the payer. */
export const refundParts = (amountPaise: Paise): PayoutParts => ({
  payerPaise: amountPaise,
  payeePaise: shareOf(amountPaise, 0),
  commissionPaise: shareOf(amountPaise, 0),
})
