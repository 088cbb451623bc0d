/** To whom a complaint is about: that they need not answer what may still lapse. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { nameOf, otherSide } from './people.ts'

/** Whoever made it has still to pay its fee, or it lapses: what the other side pays or writes by then may be for nothing. */
export const isNotYetInForce = ({ dispute, me, status, policy }: Deal): boolean =>
  status === 'disputed' &&
  dispute?.fees[dispute.opened_by] === 'due' &&
  dispute.opened_by !== me &&
  policy.disputeFeePaise !== 0

/** Empty where it is in force. */
export function notYetWords(deal: Deal): string {
  if (deal.me === 'team' || deal.due_at === null || !isNotYetInForce(deal)) return ''
  return m.deal_complaint_not_yet({
    name: nameOf(deal, otherSide(deal)),
    fee: formatPaiseShort(rulesOf(deal).disputeFeePaise),
    time: shortMoment(Date.parse(deal.due_at), Date.parse(deal.now)),
  })
}
