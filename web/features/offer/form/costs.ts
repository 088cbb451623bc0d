/** What an offer costs and brings, as it is typed: core's own charges over the rules in force. */
import { commissionWithCoupon, type Parts, releaseParts } from '../../../../core/charges.ts'
import { amountField } from '../../../../core/fields.ts'
import type { Track } from '../../../../core/ids.ts'
import { type Paise, rupees } from '../../../../core/money.ts'
import type { Policy } from '../../../../core/policy.ts'

export interface Costs extends Parts {
  readonly amountPaise: Paise
  readonly basisPoints: number
}

/** Null while the amount is not one. */
export function costsOf(
  amount: string,
  track: Track,
  { policy, couponCode }: { policy: Policy; couponCode: string | null },
): Costs | null {
  const read = amountField.safeParse(amount)
  if (!read.success) return null
  const amountPaise = rupees(read.data)
  const base = policy.commissionBasisPoints[track]
  const basisPoints = track === 'services' ? commissionWithCoupon(base, couponCode) : base
  return { ...releaseParts(amountPaise, basisPoints), amountPaise, basisPoints }
}
