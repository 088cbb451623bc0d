/**
 * The lifecycle in words: states and sides. With lifecycle-events.ts, lifecycle-steps.ts and lifecycle-rules.ts the one
 * table for pages, emails, documents and the chart; apart, so that a page loads no more of it than it shows.
 */
import type { Track } from '#core/ids.ts'
import type { Party, Status } from '#core/lifecycle/states.ts'
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

/** Typed by core's list: a new status without a name does not compile. */
const STATUS_NAMES: Readonly<Record<Status, MessageText>> = {
  proposed: m.status_proposed,
  agreed: m.status_agreed,
  funded: m.status_funded,
  in_delivery: m.status_in_delivery,
  delivered: m.status_delivered,
  return_requested: m.status_return_requested,
  returning: m.status_returning,
  return_in_transit: m.status_return_in_transit,
  disputed: m.status_disputed,
  negotiating: m.status_negotiating,
  mediation: m.status_mediation,
  declined: m.status_declined,
  withdrawn: m.status_withdrawn,
  expired: m.status_expired,
  refunded: m.status_refunded,
  released: m.status_released,
  cancelled: m.status_cancelled,
  settled: m.status_settled,
}
/** Work is not delivered as goods are; without a track the words are those of both. */
const STATUS_OF_WORK: Readonly<Partial<Record<Status, MessageText>>> = {
  in_delivery: m.status_in_delivery_work,
  delivered: m.status_delivered_work,
}
export const statusName = (status: Status, track?: Track, options?: TextOptions): string =>
  ((track === 'services' && STATUS_OF_WORK[status]) || STATUS_NAMES[status])({}, options)

/** Buyer and Seller, Client and Freelancer; Payer and Payee where both tracks are meant. */
const ROLE_NAMES: Readonly<Record<Party, Readonly<Record<Track | 'any', MessageText>>>> = {
  payer: { shopping: m.who_payer_shopping, services: m.who_payer_services, any: m.who_payer_any },
  payee: { shopping: m.who_payee_shopping, services: m.who_payee_services, any: m.who_payee_any },
}
export const roleName = (party: Party, track: Track | undefined, options?: TextOptions): string =>
  ROLE_NAMES[party][track ?? 'any']({}, options)
