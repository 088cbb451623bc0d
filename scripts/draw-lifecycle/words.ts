/** The rows of the lifecycle table in words that fit both tracks: payer and payee, goods and work. */
import type { Status } from '../../core/lifecycle/states.ts'
import type { Action, Guard, Transition, Who } from '../../core/lifecycle/transitions.ts'
import { m } from '../../messages/compiled/messages.js'
import { overwriteGetLocale } from '../../messages/compiled/runtime.js'
import { actionWords, lapseWords, statusName } from '../../web/lib/lifecycle-words.ts'

export type Locale = 'en' | 'hi'

export function speak<T>(locale: Locale, work: () => T): T {
  overwriteGetLocale(() => locale)
  try {
    return work()
  } finally {
    overwriteGetLocale(() => 'en')
  }
}

const WHO: Readonly<Record<Who, () => string>> = {
  payer: m.money_payer,
  payee: m.money_payee,
  gateway: m.money_payer,
  creator: m.paper_chart_creator,
  counterparty: m.paper_chart_counterparty,
  either: m.who_either,
  complainant: m.who_complainant,
  respondent: m.who_respondent,
  offer_taker: m.who_offer_taker,
  team: m.who_team,
}

/** Conditions that change where a move leads. */
function guardWords(guard: Guard | undefined): string {
  const names = { payer: m.money_payer(), payee: m.money_payee() }
  const words: Partial<Record<Guard, string>> = {
    payer_complained: m.guard_payer_complained(names),
    payee_complained: m.guard_payee_complained(names),
    complainant_fee_unpaid_payer: m.guard_complainant_fee_unpaid_payer(names),
    complainant_fee_unpaid_payee: m.guard_complainant_fee_unpaid_payee(names),
    other_escalated: m.guard_other_escalated(),
  }
  return (guard && words[guard]) ?? ''
}

/** The gateway reports what somebody paid: the amount the payer, a dispute fee either. */
const whoWords = ({ action, by }: { action: Action; by: Who }): string =>
  action === 'pay_fee' ? m.who_either() : WHO[by]()

/** "Payer releases the money", or what a deadline means that has passed. */
export function moveWords({ on, track, when }: Transition): string {
  const plain = 'lapse' in on ? lapseWords(on.lapse) : `${whoWords(on)} ${actionWords(on.action)}`
  const words = `${plain} ${guardWords(when)}`.trim()
  if (track === undefined || ('action' in on && on.action === 'deliver')) return words
  return `${words} (${track === 'shopping' ? m.paper_chart_goods() : m.paper_chart_work()})`
}

export const stateWords = (status: Status): string => statusName(status)
