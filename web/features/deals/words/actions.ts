/** What a button of a deal says: what it does to the money, and to whom. */
import type { Deal } from '#core/contract/deals.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { Action } from '#core/lifecycle/transitions.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { inDays } from '#web/lib/format.ts'
import { nameOf } from './people.ts'

type Verb = (deal: Deal) => string
type ByHand = Exclude<Action, 'create' | 'fund' | 'unfund' | 'charged_back' | 'pay_fee'>

export const openOffer = (deal: Deal) => deal.dispute?.offers.find((offer) => offer.open) ?? null

const isGoods = (deal: Deal): boolean => deal.track === 'shopping'
const by =
  (goods: () => string, work: () => string): Verb =>
  (deal) =>
    isGoods(deal) ? goods() : work()

/** In Hindi with the postposition that follows: it fuses with a pronoun. */
const toParty = (deal: Deal, party: Party): string =>
  deal.me === party ? m.lifecycle_to_you() : m.lifecycle_to_other({ name: nameOf(deal, party) })

interface MovedShares {
  readonly payer_paise: number
  readonly payee_paise: number
}

/** "Release ₹1,500 to Asha", "return ₹1,500 to you", or both shares where it is shared. */
export function moneyText(deal: Deal, parts: MovedShares): string {
  const to = {
    payer: toParty(deal, 'payer'),
    payee: toParty(deal, 'payee'),
    payer_amount: formatPaiseShort(parts.payer_paise),
    payee_amount: formatPaiseShort(parts.payee_paise),
  }
  if (parts.payee_paise === 0) return m.deal_money_back(to)
  return parts.payer_paise === 0 ? m.deal_money_release(to) : m.deal_money_share(to)
}
function moneyVerb(deal: Deal, action: Action): string {
  const parts = deal.actions.find(({ name }) => name === action)?.parts
  return parts ? moneyText(deal, parts) : ''
}
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const withMoney =
  (words: (inputs: { money: string }) => string, action: Action): Verb =>
  (deal) =>
    words({ money: moneyVerb(deal, action) })

/** Nobody counters their own offer. */
function splitVerb(deal: Deal): string {
  const offer = openOffer(deal)
  if (!offer) return m.deal_do_propose_split()
  return offer.by === deal.me ? m.deal_do_change_split() : m.deal_do_counter()
}

const VERBS: Readonly<Record<ByHand, Verb>> = {
  edit: () => m.deal_do_edit(),
  accept: () => m.deal_do_accept(),
  decline: () => m.deal_do_decline(),
  withdraw: (deal) => (deal.status === 'proposed' ? m.deal_do_withdraw() : m.deal_do_withdraw_agreed()),
  ship: () => m.deal_do_ship(),
  start: () => m.deal_do_start(),
  cancel: withMoney(m.deal_do_cancel, 'cancel'),
  deliver: by(m.deal_do_deliver, m.deal_do_deliver_work),
  confirm_receipt: by(m.deal_do_confirm_receipt, m.deal_do_confirm_work),
  release: (deal) => capital(moneyVerb(deal, 'release')),
  propose_extension: () => m.deal_do_propose_extension(),
  grant_extension: () => m.deal_do_grant_extension(),
  decline_extension: () => m.deal_do_decline_extension(),
  ask_more_time: (deal) => m.deal_do_ask_more_time({ days: inDays(rulesOf(deal).unresponsivenessMs) }),
  request_changes: () => m.deal_do_request_changes(),
  request_return: () => m.deal_do_request_return(),
  accept_return: () => m.deal_do_accept_return(),
  decline_return: () => m.deal_do_decline_return(),
  withdraw_return: withMoney(m.deal_do_withdraw_return, 'withdraw_return'),
  ship_return: () => m.deal_do_ship_return(),
  confirm_return: withMoney(m.deal_do_confirm_return, 'confirm_return'),
  complain: () => m.deal_do_complain(),
  respond: () => m.deal_do_respond(),
  withdraw_complaint: withMoney(m.deal_do_withdraw_complaint, 'withdraw_complaint'),
  propose_split: splitVerb,
  accept_split: withMoney(m.deal_do_accept_split, 'accept_split'),
  escalate: () => m.deal_do_escalate(),
  decide: () => m.deal_do_decide(),
}

/** An action of a newer server is named by its code rather than left out. */
export const verbOf = (deal: Deal, action: string): string =>
  VERBS[action as ByHand]?.(deal) ?? action.replaceAll('_', ' ')

/** In the order in which one of them is the thing to do next, when it is this viewer's move. */
const NEXT: readonly string[] = [
  'accept',
  'ship',
  'start',
  'grant_extension',
  'deliver',
  'release',
  'accept_return',
  'ship_return',
  'confirm_return',
  'respond',
  'accept_split',
  'propose_split',
  'decide',
]
/** Ends something, or begins a quarrel: outlined in red, below the rest. */
const STOPS: readonly string[] = [
  'decline',
  'withdraw',
  'cancel',
  'complain',
  'decline_return',
  'withdraw_complaint',
]

export interface SortedActions {
  readonly next: string | null
  /** Paying before anything has arrived: what a swindler asks for. */
  readonly early: string | null
  readonly others: readonly string[]
  readonly stops: readonly string[]
}

/** One thing to do next, the other things, and those that end it. What is allowed came from the server. */
export function sortActions(deal: Deal): SortedActions {
  const names = deal.actions.map(({ name }) => name)
  const isMyMove = deal.whose_move.includes(deal.me) && deal.to_pay === null
  const next = isMyMove ? (NEXT.find((name) => names.includes(name)) ?? null) : null
  const early = isEarlyRelease(deal, 'release') && names.includes('release') ? 'release' : null
  const rest = names.filter((name) => name !== next && name !== early)
  return {
    next,
    early,
    others: rest.filter((name) => !STOPS.includes(name)),
    stops: rest.filter((name) => STOPS.includes(name)),
  }
}
export const isEarlyRelease = (deal: Deal, action: string): boolean =>
  action === 'release' && deal.status === 'in_delivery'
export const isStop = (action: string): boolean => STOPS.includes(action)
