/** What the providers can do, for who has to know before one is asked. */
import type { Can } from './rail.ts'

export const CAPABILITIES = {
  // a whole provider, pretended
  sandbox: { refundsPayments: true, pays: 'api', checksTargets: true, proof: 'webhook' },
  // a UPI id and a bank account: nobody reports, and nobody pays by a call
  upi: { refundsPayments: false, pays: 'by_hand', checksTargets: false, proof: 'statement' },
} as const satisfies Record<string, Can>

/** By the name in a row. */
export const paysByHand = (provider: string): boolean =>
  new Map<string, Can>(Object.entries(CAPABILITIES)).get(provider)?.pays === 'by_hand'
