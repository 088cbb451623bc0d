/** What happened in a deal, in words: an action by somebody, or a deadline that passed. */
import type { Track } from '#core/ids.ts'
import { LAPSES, type Lapse, type Status } from '#core/lifecycle/states.ts'
import type { Action } from '#core/lifecycle/transitions.ts'
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

/** Typed by core's list: a new action without words does not compile. */
const ACTIONS: Readonly<Record<Action, MessageText<{ who: string }>>> = {
  create: m.lifecycle_did_create,
  edit: m.lifecycle_did_edit,
  accept: m.lifecycle_did_accept,
  decline: m.lifecycle_did_decline,
  withdraw: m.lifecycle_did_withdraw,
  fund: m.lifecycle_did_fund,
  unfund: m.lifecycle_did_unfund,
  charged_back: m.lifecycle_did_charged_back,
  ship: m.lifecycle_did_ship,
  start: m.lifecycle_did_start,
  cancel: m.lifecycle_did_cancel,
  deliver: m.lifecycle_did_deliver,
  confirm_receipt: m.lifecycle_did_confirm_receipt,
  release: m.lifecycle_did_release,
  propose_extension: m.lifecycle_did_propose_extension,
  grant_extension: m.lifecycle_did_grant_extension,
  decline_extension: m.lifecycle_did_decline_extension,
  ask_more_time: m.lifecycle_did_ask_more_time,
  request_changes: m.lifecycle_did_request_changes,
  request_return: m.lifecycle_did_request_return,
  accept_return: m.lifecycle_did_accept_return,
  decline_return: m.lifecycle_did_decline_return,
  withdraw_return: m.lifecycle_did_withdraw_return,
  ship_return: m.lifecycle_did_ship_return,
  confirm_return: m.lifecycle_did_confirm_return,
  complain: m.lifecycle_did_complain,
  pay_fee: m.lifecycle_did_pay_fee,
  respond: m.lifecycle_did_respond,
  withdraw_complaint: m.lifecycle_did_withdraw_complaint,
  propose_split: m.lifecycle_did_propose_split,
  accept_split: m.lifecycle_did_accept_split,
  escalate: m.lifecycle_did_escalate,
  decide: m.lifecycle_did_decide,
}
const ACTIONS_OF_WORK: Readonly<Partial<Record<Action, MessageText<{ who: string }>>>> = {
  deliver: m.lifecycle_did_deliver_work,
}
interface ActionWords {
  readonly action: Action
  /** Missing where both tracks are meant. */
  readonly track?: Track | undefined
  /** From youText, teamText or nameText; empty, the bare "shipped it". */
  readonly who?: string
}
/** "Ravi Traders shipped it". */
export const actionText = ({ action, track, who = '' }: ActionWords, options?: TextOptions): string =>
  ((track === 'services' && ACTIONS_OF_WORK[action]) || ACTIONS[action])({ who }, options).trim()
export const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name)

/** Who did it. In Hindi with the "ने" that the sentence needs, which fuses with a pronoun. */
export const youText = (options?: TextOptions): string => m.lifecycle_who_you({}, options)
export const teamText = (options?: TextOptions): string => m.lifecycle_who_team({}, options)
export const nameText = (name: string, options?: TextOptions): string =>
  m.lifecycle_who_other({ name }, options)

const LAPSE_TEXTS: Readonly<Record<Lapse, MessageText>> = {
  offerValidity: m.lapse_offerValidity,
  unresponsiveness: m.lapse_unresponsiveness,
  trackingWindow: m.lapse_trackingWindow,
  deliveryDue: m.lapse_deliveryDue,
  complaintWindow: m.lapse_complaintWindow,
  returnWindow: m.lapse_returnWindow,
  mutualResolution: m.lapse_mutualResolution,
  decisionLimit: m.lapse_decisionLimit,
}
export const isLapse = (name: string): name is Lapse => (LAPSES as readonly string[]).includes(name)
/** One name of a deadline covers several things that did not come: the step before says which. */
const MISSED: Readonly<Partial<Record<Lapse, Readonly<Partial<Record<Action, MessageText>>>>>> = {
  unresponsiveness: {
    accept: m.lapse_payment,
    fund: m.lapse_start,
    request_return: m.lapse_return_answer,
    complain: m.lapse_complaint_fee,
    decline_return: m.lapse_complaint_fee,
    pay_fee: m.lapse_response,
  },
  deliveryDue: { ship_return: m.lapse_return_arrival },
}
/** "no tracking number in time": what a deadline that passed means. `before`: the names of the deal's events up to it. */
export function lapseText(lapse: Lapse, before: readonly string[] = [], options?: TextOptions): string {
  const words = MISSED[lapse] ?? {}
  const step = before.findLast((name): name is Action => Object.hasOwn(words, name))
  return ((step && words[step]) ?? LAPSE_TEXTS[lapse])({}, options)
}

type OutcomeText = MessageText<{ for_complainant: string }>
/** One deadline covers every missing answer, so its outcome depends on the state that it ended. */
const UNANSWERED: Partial<Record<Status, OutcomeText>> = {
  agreed: m.lifecycle_lapsed_payment,
  funded: m.lifecycle_lapsed_start,
  return_requested: m.lifecycle_lapsed_return_answer,
}
const LAPSE_OUTCOMES: Readonly<Record<Exclude<Lapse, 'unresponsiveness' | 'deliveryDue'>, OutcomeText>> = {
  offerValidity: m.lifecycle_lapsed_offer,
  trackingWindow: m.lifecycle_lapsed_tracking,
  complaintWindow: m.lifecycle_lapsed_complaint,
  returnWindow: m.lifecycle_lapsed_return,
  mutualResolution: m.lifecycle_lapsed_settling,
  decisionLimit: m.lifecycle_lapsed_decision,
}

function outcomeOf(lapse: Lapse, from: Status | null, to: Status): OutcomeText {
  if (lapse === 'deliveryDue')
    return from === 'return_in_transit' ? m.lifecycle_lapsed_return_arrival : m.lifecycle_lapsed_delivery
  if (lapse !== 'unresponsiveness') return LAPSE_OUTCOMES[lapse]
  const unanswered = from === null ? undefined : UNANSWERED[from]
  return unanswered ?? (to === 'settled' ? m.lifecycle_lapsed_response : m.lifecycle_lapsed_complaint_fee)
}

export interface AppliedLapse {
  readonly lapse: Lapse
  readonly from: Status | null
  readonly to: Status
  /** In whose favour a complaint ends: "you", or a name. */
  readonly for_complainant: string
}
/** "The money was not paid in time, so the deal has ended." */
export const lapseOutcomeText = (
  { lapse, from, to, for_complainant }: AppliedLapse,
  options?: TextOptions,
): string => outcomeOf(lapse, from, to)({ for_complainant }, options)
