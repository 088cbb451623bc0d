/** Why a payee cannot be paid yet, in words. */
import type { PayeeWait } from '#core/payee-accounts.ts'
import { m } from './compiled/messages.js'

/** `until`: the moment in words; empty where it is not known. */
export function payeeWaitText(wait: PayeeWait, { until }: { until: string }): string {
  if (wait === 'cooling') return until === '' ? m.payee_waits_cooling_day() : m.payee_waits_cooling({ until })
  return WORDS[wait]()
}

const WORDS: Readonly<Record<Exclude<PayeeWait, 'cooling'>, () => string>> = {
  missing: m.payee_waits_missing,
  submitted: m.payee_waits_submitted,
  under_review: m.payee_waits_under_review,
  needs_clarification: m.payee_waits_needs_clarification,
  refused: m.payee_waits_refused,
}

/** The payer waits for them: what was sent, and what is asked, is the payee's own. */
export function payeeWaitForPayer(wait: PayeeWait, { name, until }: { name: string; until: string }): string {
  if (wait === 'missing' || wait === 'needs_clarification') return m.payee_waits_for_payee({ name })
  if (wait === 'cooling')
    return until === '' ? m.payee_waits_for_day({ name }) : m.payee_waits_for_moment({ name, until })
  return wait === 'refused' ? m.payee_waits_for_team({ name }) : m.payee_waits_for_provider({ name })
}
