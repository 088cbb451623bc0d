/** What speaks for a delivery that the payee alone claims; it decides how long the payer has to check. */
import { checkTrackingNumber } from './couriers.ts'
import type { Track } from './ids.ts'
import type { Policy } from './policy.ts'

export type DeliveryProof = 'courier' | 'other_courier' | 'no_code' | 'no_file'

export interface ClaimedDelivery {
  readonly track: Track
  readonly courier: string | null
  readonly trackingNumber: string | null
  /** Which the payer can open. */
  readonly hasFiles: boolean
}

/** Null for work that was handed in with a file: the usual window runs. */
export function deliveryProof(claim: ClaimedDelivery): DeliveryProof | null {
  if (claim.track === 'services') return claim.hasFiles ? null : 'no_file'
  if (claim.courier === 'hand') return 'no_code'
  const fits = checkTrackingNumber(claim.courier ?? '', claim.trackingNumber ?? '') === 'fits'
  return fits ? 'courier' : 'other_courier'
}

/** Milliseconds from the claimed delivery until the payer's time to check ends, by the deal's own policy. */
export const proofWindowMs = (proof: DeliveryProof, policy: Policy): number =>
  proof === 'courier' ? policy.claimedDeliveryWindowMs : policy.unprovenDeliveryWindowMs
