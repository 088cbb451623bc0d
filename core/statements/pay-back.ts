/** Money of nobody we know goes back to the account that the line shows, and to no other, once its payer had time to speak. */

import { parseAccountAddress } from '#core/account-address.ts'
import { addBusinessDays, type Calendar } from '#core/business-days.ts'
import type { NarrationFacts } from './narration.ts'
import { namesVpa } from './people.ts'

/** So long somebody may still say that it is theirs. */
const DAYS_TO_CLAIM = 3

/** `day`: of the line. */
export const payBackFrom = (day: string, calendar: Calendar): number =>
  addBusinessDays(Date.parse(`${day}T12:00:00+05:30`), DAYS_TO_CLAIM, calendar)

const WHOLE_VPA = /^[a-z0-9][a-z0-9._]{1,63}@[a-z][a-z0-9]{1,63}$/

/** The UPI id that stands in it whole; null where there is none, or more than one. */
export function shownVpa({ parts }: Pick<NarrationFacts, 'parts'>): string | null {
  const ids = [...new Set(parts.filter((part) => WHOLE_VPA.test(part)))]
  return ids.length === 1 ? (ids[0] ?? null) : null
}

/**
 * A line that shows a UPI id is paid back to that one, even where it is cut short; one that shows the end of an account to
 * such an account. One that shows neither says nothing against an address: two people have to know it from the bank.
 */
export function isShownSource(facts: NarrationFacts, address: string): boolean {
  const account = parseAccountAddress(address)
  if (facts.parts.some((part) => part.includes('@'))) return account === null && namesVpa(facts, address)
  if (account === null || facts.accountTails.length === 0) return true
  return facts.accountTails.some((tail) => account.accountNumber.endsWith(tail))
}
