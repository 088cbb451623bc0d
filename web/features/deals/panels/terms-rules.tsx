/** The rules and figures that a deal was agreed under. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, inDays, percent } from '#web/lib/format.ts'
import { TermList, type TermRow } from './term-list.tsx'

export const TermsRules = ({ deal }: { deal: Deal }) => <TermList rows={ruleRows(deal)} />

function ruleRows(deal: Deal): TermRow[] {
  const rules = rulesOf(deal)
  const isGoods = deal.track === 'shopping'
  const { min, max } = rules.returnCourierPaise
  return [
    [m.deal_rule_answer(), inDays(rules.unresponsivenessMs)],
    ...(isGoods
      ? ([
          [m.deal_rule_tracking(), duration(rules.trackingWindowMs)],
          [m.deal_rule_delivery(), m.deal_business_days({ count: String(rules.deliveryDueBusinessDays) })],
        ] as TermRow[])
      : []),
    [m.deal_rule_complaint(), duration(rules.complaintWindowMs[deal.track])],
    ...((isGoods
      ? [
          [m.deal_rule_return(), inDays(rules.returnWindowMs)],
          [m.deal_rule_return_courier(), `${formatPaiseShort(min)}–${formatPaiseShort(max)}`],
        ]
      : [[m.deal_rule_complaint_no_file(), inDays(rules.unprovenDeliveryWindowMs)]]) as TermRow[]),
    [m.deal_rule_fee(), formatPaiseShort(rules.disputeFeePaise)],
    [m.deal_rule_settle(), inDays(rules.mutualResolutionMs)],
    [m.deal_rule_cancel(), formatPaiseShort(deal.money.cancellation_fee_paise)],
    [m.deal_rule_commission(), percent(deal.money.commission_basis_points)],
  ]
}
