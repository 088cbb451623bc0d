/** Names: of the parties of a deal, of whoever acts in it, of couriers. */
import type { Deal } from '#core/contract/deals.ts'
import { findCourier } from '#core/couriers.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'
import type { DealCopy, DealOutline } from '#web/lib/offline-copy.ts'

export type DealViewer = Deal['me']

export const roleOf = (deal: DealOutline, party: Party): string => roleName(party, deal.track)

/** A shop goes by its own name, without its last full stop: many a sentence ends with the name, and would have two. */
export const nameOf = (deal: DealOutline, party: Party): string => {
  const { payer, payee } = deal.parties
  const name = party === 'payer' ? payer.name : (payee.business_name ?? payee.name)
  return name?.replace(/\.$/, '') || roleOf(deal, party)
}

/** "you", a name, "our team": who did or does something. */
export function whoOf(deal: DealOutline, who: DealViewer | 'gateway' | 'lapse'): string {
  if (who === deal.me) return m.deal_you()
  if (who === 'team') return m.who_team()
  if (who === 'gateway') return m.deal_by_bank()
  if (who === 'lapse') return m.deal_by_deadline()
  return nameOf(deal, who)
}

export const otherSide = (deal: DealOutline): Party => (deal.me === 'payer' ? 'payee' : 'payer')

export const titleOf = (deal: DealOutline): string =>
  String(deal.terms.service_details ?? deal.terms.deliverables ?? '')

/** Who brings it by hand; of a parcel its courier, beside whom the number stands. */
export const carrierWords = (courier: string, number: string): string =>
  courier === 'hand' ? m.deal_courier_hand_by({ name: number }) : courierName(courier)

/** Couriers go by their own names; two entries are not couriers. */
export function courierName(code: string): string {
  if (code === 'hand') return m.deal_courier_hand()
  if (code === 'other') return m.deal_courier_other()
  return findCourier(code)?.name ?? code
}

/** Whether an answer is an outline that this device holds. Beside the copy's maker each deal would load that too. */
export const isDealCopy = (answer: object | undefined): answer is DealCopy =>
  !!answer && !('rating' in answer)
