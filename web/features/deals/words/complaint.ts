/** A complaint that is not in force yet: whoever made it has still to pay its fee, or it lapses. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { nameOf, otherSide } from './people.ts'

/** As the one reads it whom it is about: what they pay or write by then may be for nothing. */
export function isNotYetInForce(deal: Deal): boolean {
  const { dispute, due_at, me, status } = deal
  if (status !== 'disputed' || !dispute || due_at === null || me === 'team') return false
  return me !== dispute.opened_by && dispute.fees[dispute.opened_by] === 'due' && feeOf(deal) > 0
}

const feeOf = (deal: Deal): number => rulesOf(deal).disputeFeePaise

/** Empty where it is in force. */
export const notYetWords = (deal: Deal): string =>
  isNotYetInForce(deal)
    ? m.deal_complaint_not_yet({
        name: nameOf(deal, otherSide(deal)),
        fee: formatPaiseShort(feeOf(deal)),
        time: shortMoment(Date.parse(deal.due_at ?? ''), Date.parse(deal.now)),
      })
    : ''
