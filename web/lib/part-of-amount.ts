/** What of a deal's amount went to whom: the money of its page, its preview and its end. */
import type { Party } from '#core/lifecycle/states.ts'
import { rulesOf } from '#core/shown-rules.ts'
import type { DealOutline } from './offline-copy.ts'

/**
 * What somebody has of the deal's amount, in paise. A returned dispute fee is none of it and has its own line in the dispute; nor
 * is a payment that did not fit and went back.
 */
export function partOfAmount(deal: DealOutline, party: Party): number {
  const { money, dispute } = deal
  const feePaise = dispute?.fees[party] === 'returned' ? rulesOf(deal).disputeFeePaise : 0
  return money[`${party}_paise`] - money.stray_paise[party] - feePaise
}
