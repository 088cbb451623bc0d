/** The names of couriers. */
import { findCourier } from '../../../../core/couriers.ts'
import { m } from '../../../../messages/compiled/messages.js'

/** Couriers go by their own names; two entries are not couriers. */
export function courierName(code: string): string {
  if (code === 'hand') return m.deal_courier_hand()
  if (code === 'other') return m.deal_courier_other()
  return findCourier(code)?.name ?? code
}
