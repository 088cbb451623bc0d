/** The lifecycle's codes in words. Each table is typed by core's list, so a new code without words does not compile. */
import type { Lapse, Status } from '../../core/lifecycle/states.ts'
import type { Action, Guard, HoldTo, Who } from '../../core/lifecycle/transitions.ts'
import { m } from '../../messages/compiled/messages.js'

type Say = () => string

const STATUS_NAMES: Readonly<Record<Status, Say>> = {
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
export const statusName = (status: Status): string => STATUS_NAMES[status]()

const ACTION_WORDS: Readonly<Record<Action, Say>> = {
  create: m.action_create,
  edit: m.action_edit,
  accept: m.action_accept,
  decline: m.action_decline,
  withdraw: m.action_withdraw,
  fund: m.action_fund,
  ship: m.action_ship,
  start: m.action_start,
  cancel: m.action_cancel,
  deliver: m.action_deliver,
  confirm_receipt: m.action_confirm_receipt,
  release: m.action_release,
  propose_extension: m.action_propose_extension,
  grant_extension: m.action_grant_extension,
  ask_more_time: m.action_ask_more_time,
  request_changes: m.action_request_changes,
  request_return: m.action_request_return,
  accept_return: m.action_accept_return,
  decline_return: m.action_decline_return,
  withdraw_return: m.action_withdraw_return,
  ship_return: m.action_ship_return,
  confirm_return: m.action_confirm_return,
  complain: m.action_complain,
  pay_fee: m.action_pay_fee,
  respond: m.action_respond,
  withdraw_complaint: m.action_withdraw_complaint,
  propose_split: m.action_propose_split,
  accept_split: m.action_accept_split,
  escalate: m.action_escalate,
  decide: m.action_decide,
}
/** "releases the money": what somebody does, after his name. */
export const actionWords = (action: Action): string => ACTION_WORDS[action]()

const LAPSE_WORDS: Readonly<Record<Lapse, Say>> = {
  offerValidity: m.lapse_offerValidity,
  unresponsiveness: m.lapse_unresponsiveness,
  trackingWindow: m.lapse_trackingWindow,
  deliveryDue: m.lapse_deliveryDue,
  complaintWindow: m.lapse_complaintWindow,
  returnWindow: m.lapse_returnWindow,
  mutualResolution: m.lapse_mutualResolution,
  decisionLimit: m.lapse_decisionLimit,
}
/** "no tracking number in time": what a deadline that passed means. */
export const lapseWords = (lapse: Lapse): string => LAPSE_WORDS[lapse]()

export type Track = 'shopping' | 'services'
/** Buyer and Seller, or Client and Freelancer. */
export const payerRole = (track: Track): string =>
  track === 'shopping' ? m.who_payer_shopping() : m.who_payer_services()
export const payeeRole = (track: Track): string =>
  track === 'shopping' ? m.who_payee_shopping() : m.who_payee_services()

/** Who the table lets act, in the words of a track. */
export function whoWords(who: Who, track: Track): string {
  const [payer, payee] = [payerRole(track), payeeRole(track)]
  const words: Record<Who, string> = {
    payer,
    payee,
    creator: track === 'shopping' ? payer : payee,
    counterparty: track === 'shopping' ? payee : payer,
    gateway: payer,
    either: m.who_either(),
    complainant: m.who_complainant(),
    respondent: m.who_respondent(),
    offer_taker: m.who_offer_taker(),
    team: m.who_team(),
  }
  return words[who]
}

/** Where the held money goes, in the words of a track. */
export function holdWords(hold: HoldTo, track: Track): string {
  const names = { payer: payerRole(track), payee: payeeRole(track) }
  const words: Record<HoldTo, string> = {
    refund: m.hold_refund(names),
    release: m.hold_release(names),
    cancellation: m.hold_cancellation(names),
    for_complainant: m.hold_for_complainant(),
    offer: m.hold_offer(),
    decision: m.hold_decision(),
    halves: m.hold_halves(),
  }
  return words[hold]
}

/** When a row holds, where people have to be told; the rest goes without saying. */
export function guardWords(guard: Guard, track: Track): string {
  const names = { payer: payerRole(track), payee: payeeRole(track) }
  const words: Partial<Record<Guard, string>> = {
    payer_complained: m.guard_payer_complained(names),
    payee_complained: m.guard_payee_complained(names),
    complainant_fee_unpaid_payer: m.guard_complainant_fee_unpaid_payer(names),
    complainant_fee_unpaid_payee: m.guard_complainant_fee_unpaid_payee(names),
    unconfirmed_delivery: m.guard_unconfirmed_delivery(),
    extension_proposed: m.guard_extension_proposed(),
    changes_left: m.guard_changes_left(),
    other_escalated: m.guard_other_escalated(),
  }
  return words[guard] ?? ''
}
