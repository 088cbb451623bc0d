/** The rules of an offer in sentences, in the figures of a policy. */
import { formatPaiseShort } from '#core/money.ts'
import type { ShownRules } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, inDays, percent } from '#web/lib/format.ts'

export const rulesForShopping = (p: ShownRules): string[] => [
  m.preview_rule_hold(),
  m.preview_rule_tracking({ tracking: duration(p.trackingWindowMs) }),
  m.preview_rule_delivery({ days: String(p.deliveryDueBusinessDays) }),
  m.preview_rule_complaint_shopping({ time: duration(p.complaintWindowMs.shopping) }),
  m.preview_rule_return({
    time: inDays(p.returnWindowMs),
    min: formatPaiseShort(p.returnCourierPaise.min),
    max: formatPaiseShort(p.returnCourierPaise.max),
  }),
  m.preview_rule_cancel_shopping({ percent: percent(p.cancellationFeeBasisPoints) }),
  dispute(p),
]

export const rulesForServices = (p: ShownRules, cancellationPercent: number): string[] => [
  m.preview_rule_hold(),
  m.preview_rule_start({ time: inDays(p.unresponsivenessMs) }),
  m.preview_rule_due({ time: inDays(p.unresponsivenessMs) }),
  m.preview_rule_complaint_services({
    time: duration(p.complaintWindowMs.services),
    no_file: inDays(p.unprovenDeliveryWindowMs),
  }),
  m.preview_rule_changes({ count: String(p.maxChangeRequests) }),
  m.preview_rule_cancel_services({ percent: percent(cancellationPercent * 100) }),
  dispute(p),
]

const dispute = (p: ShownRules): string =>
  m.preview_rule_dispute({ fee: formatPaiseShort(p.disputeFeePaise), time: inDays(p.mutualResolutionMs) })
