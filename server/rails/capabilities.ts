/** What the providers can do, for who has to know before one is asked. */
import type { Can } from './rail.ts'

export const CAPABILITIES = {
  // a whole provider, pretended
  sandbox: { refundsPayments: true, pays: 'api', checksTargets: true, proof: 'webhook' },
  // payments and refunds of Razorpay, payouts of RazorpayX
  razorpay: { refundsPayments: true, pays: 'api', checksTargets: false, proof: 'webhook' },
  // its Payment Gateway and Payouts
  cashfree: { refundsPayments: true, pays: 'api', checksTargets: false, proof: 'webhook' },
  // a UPI id and a bank account: nobody reports, and nobody pays by a call
  upi: { refundsPayments: false, pays: 'by_hand', checksTargets: false, proof: 'statement' },
} as const satisfies Record<string, Can>

/** By the name in a row. */
const canOf = (provider: string): Can | undefined =>
  new Map<string, Can>(Object.entries(CAPABILITIES)).get(provider)

/** Money leaves by somebody at the bank, and by no call. False for a name that is no provider's. */
export const paysByHand = (provider: string): boolean => canOf(provider)?.pays === 'by_hand'

/** Nobody reports its payments: the bank's statement alone shows them. */
export const provesByStatement = (provider: string): boolean => canOf(provider)?.proof === 'statement'
