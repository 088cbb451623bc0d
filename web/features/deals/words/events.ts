/** What happened in a deal, in words: "Ravi Traders shipped it". */
import type { DealEvent } from '#core/contract/deals.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { actionText, isAction, isLapse, lapseText, nameText, youText } from '#messages/lifecycle-events.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import type { TimelineEntry } from '#web/ui/timeline.tsx'
import { whoOf } from './people.ts'

export function eventWords(deal: DealOutline, { seq, name, by, data }: DealEvent): string {
  if (isLapse(name)) return m.lifecycle_deadline_passed({ what: lapseText(name, stepsBefore(deal, seq)) })
  if (!isAction(name)) return name.replaceAll('_', ' ')
  const who = actorText(deal, by === 'gateway' ? reportedOf(name, data) : by)
  const words = capital(actionText({ action: name, track: deal.track, who }))
  const amount = typeof data.amount_paise === 'number' ? formatPaiseShort(data.amount_paise) : ''
  return amount === '' ? words : `${words}: ${amount}`
}

/** Without the fee of whoever has to reply: the complaint ends for want of the complainant's. */
function stepsBefore({ events }: DealOutline, seq: number): string[] {
  const before = events.filter((event) => event.seq < seq)
  const opened = before.findLast(({ name }) => name === 'complain' || name === 'decline_return')
  const complainant = opened?.name === 'complain' ? opened.by : 'payer'
  return before
    .filter(({ name, data }) => name !== 'pay_fee' || data.party === complainant)
    .map(({ name }) => name)
}

/** What the gateway reports, a party paid: the amount the payer, a fee whoever owed it. A deal that it ends nobody's act ended. */
function reportedOf(name: string, data: DealEvent['data']): Party | 'team' {
  if (name === 'charged_back') return 'team'
  return data.party === 'payee' ? 'payee' : 'payer'
}
const actorText = (deal: DealOutline, by: Exclude<DealEvent['by'], 'gateway'>): string =>
  by === deal.me ? youText() : nameText(whoOf(deal, by))
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** An offer that was declined, withdrawn or not answered never was. */
export const wasAccepted = ({ events }: DealOutline): boolean => events.some(({ name }) => name === 'accept')

const ARRIVALS: readonly string[] = ['fund', 'release', 'confirm_return', 'accept_split', 'withdraw_return']
const STOPS: readonly string[] = ['decline', 'withdraw', 'cancel', 'complain', 'decline_return']
export const moodOf = (event: DealEvent): TimelineEntry['mood'] =>
  ARRIVALS.includes(event.name) ? 'arrived' : STOPS.includes(event.name) ? 'stop' : 'plain'

/** A running deal has a deadline, but for one whose payment the bank has taken back. */
export const isFrozen = ({ status, due_at }: DealOutline): boolean => due_at === null && !isTerminal(status)
/** Its money line would say what is not so: that we hold it, or that none was ever paid. */
export const isTakenBack = (deal: DealOutline): boolean =>
  isFrozen(deal) || deal.events.at(-1)?.name === 'charged_back'
