/** The rows of the lifecycle table in words that fit both tracks: payer and payee, goods and work. */
import type { Status } from '#core/lifecycle/states.ts'
import type { Guard, Transition } from '#core/lifecycle/transitions.ts'
import type { Locale } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { overwriteGetLocale } from '#messages/compiled/runtime.js'
import { actionText, lapseText, nameText } from '#messages/lifecycle-events.ts'
import { actorOfRow, guardText } from '#messages/lifecycle-rules.ts'
import { statusName } from '#messages/lifecycle-text.ts'

/** Runs `work` with every message in this language. */
export function withLocale<T>(locale: Locale, work: () => T): T {
  overwriteGetLocale(() => locale)
  try {
    return work()
  } finally {
    overwriteGetLocale(() => 'en')
  }
}

/** Conditions that change where a row leads; the chart leaves the others out. */
const SHOWN_GUARDS: readonly Guard[] = [
  'payer_complained',
  'payee_complained',
  'complainant_fee_unpaid_payer',
  'complainant_fee_unpaid_payee',
  'other_escalated',
]

/** "Payer released the money", or what a deadline means that has passed. */
export function rowWords({ on, track, when }: Transition): string {
  const guard = when && SHOWN_GUARDS.includes(when) ? guardText(when) : ''
  const words = `${eventWords(on)} ${guard}`.trim()
  if (track === undefined || ('action' in on && on.action === 'deliver')) return words
  return `${words} (${track === 'shopping' ? m.chart_goods() : m.chart_work()})`
}

/** The gateway reports what somebody paid: the amount the payer, a dispute fee either. */
function eventWords(on: Transition['on']): string {
  if ('lapse' in on) return lapseText(on.lapse)
  const who = on.action === 'pay_fee' ? m.who_either() : actorOfRow(on)
  return actionText({ action: on.action, who: nameText(who) })
}

export const stateWords = (status: Status): string => statusName(status)
