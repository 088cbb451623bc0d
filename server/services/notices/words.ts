/** The words of the lifecycle as mails say them: what happened, what is to do, what happens otherwise. */
import type { Lapse, Status } from '../../../core/lifecycle/states.ts'
import type { Action } from '../../../core/lifecycle/transitions.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { Locale } from './scene.ts'

export interface Vars {
  readonly who: string
  readonly title: string
  readonly amount: string
  readonly fee: string
  readonly tracking: string
  readonly until: string
  readonly to_payer: string
  readonly to_payee: string
  readonly payer_share: string
  readonly payee_share: string
  readonly for_complainant: string
}
type Say = (vars: Vars, options: { locale: Locale }) => string

/** Typed by core's list: a new action without words does not compile. */
export const DID: Readonly<Record<Action, Say>> = {
  create: m.mail_did_create,
  edit: m.mail_did_edit,
  accept: m.mail_did_accept,
  decline: m.mail_did_decline,
  withdraw: m.mail_did_withdraw,
  fund: m.mail_did_fund,
  ship: m.mail_did_ship,
  start: m.mail_did_start,
  cancel: m.mail_did_cancel,
  deliver: m.mail_did_deliver,
  confirm_receipt: m.mail_did_confirm_receipt,
  release: m.mail_did_release,
  propose_extension: m.mail_did_propose_extension,
  grant_extension: m.mail_did_grant_extension,
  ask_more_time: m.mail_did_ask_more_time,
  request_changes: m.mail_did_request_changes,
  request_return: m.mail_did_request_return,
  accept_return: m.mail_did_accept_return,
  decline_return: m.mail_did_decline_return,
  withdraw_return: m.mail_did_withdraw_return,
  ship_return: m.mail_did_ship_return,
  confirm_return: m.mail_did_confirm_return,
  complain: m.mail_did_complain,
  pay_fee: m.mail_did_pay_fee,
  respond: m.mail_did_respond,
  withdraw_complaint: m.mail_did_withdraw_complaint,
  propose_split: m.mail_did_propose_split,
  accept_split: m.mail_did_accept_split,
  escalate: m.mail_did_escalate,
  decide: m.mail_did_decide,
}

/** A deadline means what it ended: the one without an answer is another in each state. */
const UNANSWERED: Partial<Record<Status, Say>> = {
  agreed: m.mail_lapsed_payment,
  funded: m.mail_lapsed_start,
  return_requested: m.mail_lapsed_return_answer,
}
const LAPSED: Readonly<Record<Exclude<Lapse, 'unresponsiveness' | 'deliveryDue'>, Say>> = {
  offerValidity: m.mail_lapsed_offer,
  trackingWindow: m.mail_lapsed_tracking,
  complaintWindow: m.mail_lapsed_complaint,
  returnWindow: m.mail_lapsed_return,
  mutualResolution: m.mail_lapsed_settling,
  decisionLimit: m.mail_lapsed_decision,
}

export function lapsed(lapse: Lapse, from: Status | null, to: Status): Say {
  if (lapse === 'deliveryDue')
    return from === 'return_in_transit' ? m.mail_lapsed_return_arrival : m.mail_lapsed_delivery
  if (lapse !== 'unresponsiveness') return LAPSED[lapse]
  const said = from === null ? undefined : UNANSWERED[from]
  return said ?? (to === 'settled' ? m.mail_lapsed_response : m.mail_lapsed_complaint_fee)
}
