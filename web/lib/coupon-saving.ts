import { commissionWithCoupon, releaseParts } from '#core/charges.ts'
import { formatPaiseShort, paise } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'

const EXAMPLE_PAISE = paise(10_000_00)

/** What a coupon's code takes off, by an example: its last two figures are no percentage that anybody would guess. */
export function couponSaving(policy: Pick<Policy, 'commissionBasisPoints'>, code: string): string {
  const base = policy.commissionBasisPoints.services
  const commission = (basisPoints: number): string =>
    formatPaiseShort(releaseParts(EXAMPLE_PAISE, basisPoints).commissionPaise)
  return m.admin_coupon_saving({
    amount: formatPaiseShort(EXAMPLE_PAISE),
    before: commission(base),
    after: commission(commissionWithCoupon(base, code)),
  })
}
