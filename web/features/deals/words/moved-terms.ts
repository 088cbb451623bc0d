/** Terms that were changed while they were being accepted: what the sum was, and what it is now. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'

/** What this side pays, or receives after commission. */
export const ownSum = ({ me, money }: Deal): number =>
  me === 'payer' ? money.amount_paise : money.release_payee_paise

/** Undefined while the terms are those of the opening. */
export function movedTerms(opened: Deal, deal: Deal): string | undefined {
  if (opened.terms_version === deal.terms_version) return undefined
  const [before, amount] = [ownSum(opened), ownSum(deal)]
  return before === amount
    ? m.deal_accept_sum_stays()
    : m.deal_accept_sum_moved({ before: formatPaiseShort(before), amount: formatPaiseShort(amount) })
}
