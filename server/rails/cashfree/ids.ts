/** Names that Cashfree knows things by, and ours. */

/** https://www.cashfree.com/docs/api-reference/payouts/v2/transfers-v2/standard-transfer-v2: 40 of letters, digits and `_`. */
const MOST = 40

/** A key of ours has `-` too: `_d` there, and `_u` for `_`. Null when it is too long. */
export function outIdOf(key: string): string | null {
  const id = key.replace(/[_-]/g, (sign) => (sign === '-' ? '_d' : '_u'))
  return id.length <= MOST ? id : null
}

/** One that is not of ours is in no payout, and so of no meaning. */
export const keyOf = (outId: string): string => outId.replace(/_[du]/g, (pair) => (pair === '_d' ? '-' : '_'))

/** A refund is asked of the order that was paid: a payment is known by both. */
export const paymentIdOf = (orderId: string, paymentId: string): string => `${orderId}.${paymentId}`

/** Of what `paymentIdOf` made, and of nothing else: a text without a dot would lose its last letter. */
export const orderOfPayment = (paymentId: string): string => paymentId.slice(0, paymentId.lastIndexOf('.'))
