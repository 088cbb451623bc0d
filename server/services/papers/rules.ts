/** The rules of one deal in sentences, each figure from the policy it was agreed under. */
import { cancellationParts } from '../../../core/charges.ts'
import { formatPaiseShort } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import { duration, percent } from './figures.ts'
import { roleOf, type Sheet } from './sheet.ts'

export function rulesOf(sheet: Sheet): string[] {
  const { locale, facts } = sheet
  const { policy } = facts
  const [payer, payee] = [roleOf(sheet, 'payer'), roleOf(sheet, 'payee')]
  const time = (ms: number): string => duration(ms, locale)
  const own = facts.track === 'shopping' ? goodsRules(sheet) : workRules(sheet)
  const cancelling = cancellationParts(facts.amountPaise, facts.cancellationFeeBasisPoints)
  return [
    m.paper_rule_pay({ payer, time: time(policy.unresponsivenessMs) }, { locale }),
    ...own,
    m.paper_rule_cancel(
      {
        payer,
        payee,
        percent: percent(facts.cancellationFeeBasisPoints, locale),
        amount: formatPaiseShort(cancelling.payeePaise),
      },
      { locale },
    ),
    m.paper_rule_dispute(
      {
        fee: formatPaiseShort(policy.disputeFeePaise),
        mutual: time(policy.mutualResolutionMs),
        decision: time(policy.decisionLimitMs),
      },
      { locale },
    ),
    m.paper_rule_unresponsive({ time: time(policy.unresponsivenessMs) }, { locale }),
  ]
}

function complaintRule(sheet: Sheet): string {
  const { locale, facts } = sheet
  const window = facts.policy.complaintWindowMs[facts.track]
  const names = { payer: roleOf(sheet, 'payer'), payee: roleOf(sheet, 'payee') }
  return m.paper_rule_complaint({ ...names, time: duration(window, locale) }, { locale })
}

function goodsRules(sheet: Sheet): string[] {
  const { locale } = sheet
  const { policy } = sheet.facts
  const [payer, payee] = [roleOf(sheet, 'payer'), roleOf(sheet, 'payee')]
  const { min, max } = policy.returnCourierPaise
  const courier = `${formatPaiseShort(min)}–${formatPaiseShort(max)}`
  const time = (ms: number): string => duration(ms, locale)
  return [
    m.paper_rule_tracking({ payee, time: time(policy.trackingWindowMs) }, { locale }),
    m.paper_rule_goods_due({ count: String(policy.deliveryDueBusinessDays) }, { locale }),
    complaintRule(sheet),
    m.paper_rule_claimed({ payee, time: time(policy.claimedDeliveryWindowMs) }, { locale }),
    m.paper_rule_return({ payer, time: time(policy.returnWindowMs), courier }, { locale }),
  ]
}

function workRules(sheet: Sheet): string[] {
  const { locale } = sheet
  const { policy } = sheet.facts
  const [payer, payee] = [roleOf(sheet, 'payer'), roleOf(sheet, 'payee')]
  const time = duration(policy.unresponsivenessMs, locale)
  return [
    m.paper_rule_start({ payee, time }, { locale }),
    m.paper_rule_work_due({ time }, { locale }),
    complaintRule(sheet),
    m.paper_rule_changes({ payer, count: String(policy.maxChangeRequests) }, { locale }),
  ]
}
