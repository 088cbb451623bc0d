/** What an action leads to, in a sentence or two above its fields; figures from the deal's own rules. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, inDays, shortMoment } from '#web/lib/format.ts'
import { isEarlyRelease } from './actions.ts'
import { notYetWords } from './no-answer-yet.ts'
import { nameOf, otherSide } from './people.ts'

export function aboutOf(deal: Deal, action: string): string {
  const rules = rulesOf(deal)
  const other = nameOf(deal, otherSide(deal))
  const fee = formatPaiseShort(rules.disputeFeePaise)
  const days = inDays(rules.unresponsivenessMs)
  const words: Readonly<Record<string, () => string>> = {
    edit: () => m.deal_about_edit({ other }),
    accept: () =>
      deal.me === 'payer' ? m.deal_about_accept_payer({ days }) : m.deal_about_accept_payee({ other }),
    decline: () => m.deal_about_decline({ other }),
    withdraw: () => m.deal_about_withdraw(),
    ship: () => m.deal_about_ship(),
    start: () => m.deal_about_start({ other }),
    deliver: () => deliverWords(deal, other),
    confirm_receipt: () => arrivalWords(deal),
    propose_extension: () => m.deal_about_propose_extension({ other }),
    grant_extension: () =>
      m.deal_about_grant_extension({
        time: shortMoment(Date.parse(deal.extension_to ?? '')),
        amount: formatPaiseShort(deal.money.amount_paise),
      }),
    decline_extension: () =>
      m.deal_about_decline_extension({
        other,
        time: shortMoment(Date.parse(deal.due_at ?? '')),
        amount: formatPaiseShort(deal.money.amount_paise),
      }),
    cancel: () => (isOnItsWay(deal) ? m.deal_about_cancel_on_its_way({ other }) : ''),
    ask_more_time: () => m.deal_about_ask_more_time({ days }),
    request_changes: () => m.deal_about_request_changes({ count: String(rules.maxChangeRequests) }),
    request_return: () => m.deal_about_request_return({ other, days }),
    accept_return: () => m.deal_about_accept_return({ other }),
    decline_return: () => m.deal_about_decline_return({ fee }),
    ship_return: () => m.deal_about_ship_return({ other }),
    confirm_return: () => m.deal_about_confirm_return(),
    complain: () => complainWords(deal),
    respond: () =>
      [notYetWords(deal), m.deal_about_respond({ days: inDays(rules.mutualResolutionMs) })].join(' ').trim(),
    propose_split: () => m.deal_about_propose_split({ other }),
    escalate: () => escalateWords(deal, other),
    decide: () => m.deal_about_decide(),
  }
  return action === 'release' || isClosing(deal, action) ? m.deal_about_release() : (words[action]?.() ?? '')
}

function deliverWords(deal: Deal, other: string): string {
  if (deal.track === 'shopping')
    return deal.tracking?.courier === 'hand'
      ? m.deal_about_deliver_by_hand({ other })
      : m.deal_about_deliver({ other })
  const { complaintWindowMs, unprovenDeliveryWindowMs } = rulesOf(deal)
  return m.deal_about_deliver_work({
    other,
    time: duration(complaintWindowMs.services),
    no_file: inDays(unprovenDeliveryWindowMs),
  })
}

/** Whoever asks second decides it for both. */
function escalateWords(deal: Deal, other: string): string {
  if (!deal.dispute?.escalated_by.includes(otherSide(deal))) return m.deal_about_escalate({ other })
  return m.deal_about_escalate_second({ other })
}

/** Goods that may have arrived by now: whoever cancels keeps them, and pays a quarter for it. */
const isOnItsWay = ({ track, status, me }: Deal): boolean =>
  track === 'shopping' && status === 'in_delivery' && me === 'payer'

/** Until which time of the clock there is to complain, and what the other side gets after it. */
function arrivalWords(deal: Deal): string {
  const windowMs = rulesOf(deal).complaintWindowMs[deal.track]
  return m.deal_arrival_until({
    time: shortMoment(Date.parse(deal.now) + windowMs),
    name: nameOf(deal, 'payee'),
    amount: formatPaiseShort(deal.money.release_payee_paise),
  })
}

/** The fee that comes with a complaint, and in rupees what not paying it gives away. */
function complainWords(deal: Deal): string {
  const { disputeFeePaise, unresponsivenessMs } = rulesOf(deal)
  const other = nameOf(deal, otherSide(deal))
  if (disputeFeePaise === 0) return m.deal_about_complain_free({ other, days: inDays(unresponsivenessMs) })
  const isPayer = deal.me === 'payer'
  return m.deal_about_complain({
    fee: formatPaiseShort(disputeFeePaise),
    time: shortMoment(Date.parse(deal.now) + unresponsivenessMs),
    lost: isPayer
      ? m.lapse_to({ name: other, amount: formatPaiseShort(deal.money.release_payee_paise) })
      : m.lapse_back_to({ name: other, amount: formatPaiseShort(deal.money.amount_paise) }),
    other,
  })
}

/** Whoever closes their own complaint pays the other side as by a release. */
const isClosing = ({ me }: Deal, action: string): boolean => action === 'withdraw_complaint' && me === 'payer'
const ON_THE_WAY: readonly string[] = ['ship', 'start', 'request_changes']
const ARRIVED: readonly string[] = ['deliver', 'confirm_receipt']
/** Paying for what has not arrived. A complaint leaves the state of the delivery: the history has it. */
export function isEarlyPayment(deal: Deal, action: string): boolean {
  if (!isClosing(deal, action)) return isEarlyRelease(deal, action)
  const last = deal.events.findLast(({ name }) => [...ON_THE_WAY, ...ARRIVED].includes(name))
  return last !== undefined && ON_THE_WAY.includes(last.name)
}
