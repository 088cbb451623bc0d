import type { PaymentClaim } from '#core/contract/payment-claim.ts'
import { endOfIstDay, toIso } from '#core/time.ts'
import type { DealClaim } from '#server/repositories/deal-view.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

type ShownClaim = Pick<DealClaim, 'utr' | 'state' | 'at' | 'look_until'>

/** That a number is contested is told nobody: it would say that somebody else has paid with it. */
const STATES = { claimed: 'checking', conflict: 'checking', not_found: 'not_found', seen: 'found' } as const

export const presentClaim = ({ utr, state, at, look_until }: ShownClaim): PaymentClaim => ({
  state: STATES[state],
  utr,
  at: toIso(at.getTime()),
  look_until: look_until === null ? null : toIso(endOfIstDay(look_until)),
})

/** Whoever made it sees all of it until the deal has moved on; the other side that there is one, while it may still pay. */
export function claimFor(claim: DealClaim | null, viewer: Viewer, status: string): PaymentClaim | null {
  if (!claim) return null
  const isPaid = claim.pay_in_status === 'paid'
  const shown = presentClaim(isPaid ? { ...claim, state: 'seen' } : claim)
  const isOver = isPaid && status !== 'funded'
  if (viewer === 'team' || viewer === claim.party) return isOver ? null : shown
  return claim.purpose === 'amount' && claim.pay_in_status === 'open' ? { ...shown, utr: null } : null
}
