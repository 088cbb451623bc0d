/** What happened in a deal, in words: "Ravi Traders shipped it". */
import type { Deal, DealEvent } from '../../../../core/contract/deals.ts'
import { LAPSES, type Lapse } from '../../../../core/lifecycle/states.ts'
import { formatPaiseShort } from '../../../../core/money.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { lapseWords } from '../../../lib/lifecycle-words.ts'
import type { TimelineEntry } from '../../../ui/timeline.tsx'
import { whoOf } from './people.ts'

type Say = (inputs: { who: string; amount: string }) => string

const EVENTS: Readonly<Record<string, Say>> = {
  create: m.deal_event_create,
  edit: m.deal_event_edit,
  accept: m.deal_event_accept,
  decline: m.deal_event_decline,
  withdraw: m.deal_event_withdraw,
  fund: m.deal_event_fund,
  ship: m.deal_event_ship,
  start: m.deal_event_start,
  cancel: m.deal_event_cancel,
  deliver: m.deal_event_deliver,
  confirm_receipt: m.deal_event_confirm_receipt,
  release: m.deal_event_release,
  propose_extension: m.deal_event_propose_extension,
  grant_extension: m.deal_event_grant_extension,
  ask_more_time: m.deal_event_ask_more_time,
  request_changes: m.deal_event_request_changes,
  request_return: m.deal_event_request_return,
  accept_return: m.deal_event_accept_return,
  decline_return: m.deal_event_decline_return,
  withdraw_return: m.deal_event_withdraw_return,
  ship_return: m.deal_event_ship_return,
  confirm_return: m.deal_event_confirm_return,
  complain: m.deal_event_complain,
  pay_fee: m.deal_event_pay_fee,
  respond: m.deal_event_respond,
  withdraw_complaint: m.deal_event_withdraw_complaint,
  propose_split: m.deal_event_propose_split,
  accept_split: m.deal_event_accept_split,
  escalate: m.deal_event_escalate,
  decide: m.deal_event_decide,
}

const isLapse = (name: string): name is Lapse => (LAPSES as readonly string[]).includes(name)

export function eventWords(deal: Deal, event: DealEvent): string {
  if (isLapse(event.name)) return m.deal_event_lapse({ what: lapseWords(event.name) })
  const payer = event.data.party === 'payer' || event.data.party === 'payee' ? event.data.party : 'payer'
  const by = event.by === 'gateway' ? payer : event.by
  // with its "ने", which in Hindi grows together with a pronoun
  const who = by === deal.me ? m.mail_who_you() : m.mail_who_other({ name: whoOf(deal, by) })
  const amount = typeof event.data.amount_paise === 'number' ? formatPaiseShort(event.data.amount_paise) : ''
  return capital(EVENTS[event.name]?.({ who, amount }) ?? event.name.replaceAll('_', ' '))
}
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

const ARRIVALS: readonly string[] = ['fund', 'release', 'confirm_return', 'accept_split', 'withdraw_return']
const STOPS: readonly string[] = ['decline', 'withdraw', 'cancel', 'complain', 'decline_return']
export const moodOf = (event: DealEvent): TimelineEntry['mood'] =>
  ARRIVALS.includes(event.name) ? 'arrived' : STOPS.includes(event.name) ? 'stop' : 'plain'
