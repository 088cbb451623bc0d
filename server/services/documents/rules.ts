/** The rules of one deal in sentences, each figure from the policy it was agreed under. */
import { releaseParts } from '#core/charges.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { cancellationOf } from '#core/lifecycle/hold-parts.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort, shareOf } from '#core/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { roleOf, type TrackWords } from './document-context.ts'

/** What the sentences need of a deal: a sample of one is enough. */
export interface RuleContext extends TrackWords {
  readonly facts: Pick<
    DealFacts,
    'track' | 'policy' | 'amountPaise' | 'cancellationFeeBasisPoints' | 'commissionBasisPoints'
  >
}

const unit = (value: number, of: 'day' | 'hour' | 'minute', locale: Locale): string =>
  new Intl.NumberFormat(`${locale}-IN`, { style: 'unit', unit: of, unitDisplay: 'long' }).format(value)

/** "48 hours", "8 days": in days from three up, as the rules are spoken. */
function duration(ms: number, locale: Locale): string {
  if (ms % DAY_MS === 0 && ms >= 3 * DAY_MS) return unit(ms / DAY_MS, 'day', locale)
  if (ms % HOUR_MS === 0) return unit(ms / HOUR_MS, 'hour', locale)
  return unit(ms / MINUTE_MS, 'minute', locale)
}

/** 2500 basis points: "25%". */
export const percent = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(`${locale}-IN`, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  )

/** What we take of what the payee is paid. */
export function commissionOf(context: RuleContext): string {
  const { locale, facts } = context
  if (facts.commissionBasisPoints === 0) return m.document_commission_none({}, { locale })
  const { commissionPaise } = releaseParts(facts.amountPaise, facts.commissionBasisPoints)
  const blanks = {
    payee: roleOf(context, 'payee'),
    percent: percent(facts.commissionBasisPoints, locale),
    amount: formatPaiseShort(commissionPaise),
  }
  return m.document_commission_of(blanks, { locale })
}

export function rulesOf(context: RuleContext): string[] {
  const { locale, facts } = context
  const { policy } = facts
  const [payer, payee] = [roleOf(context, 'payer'), roleOf(context, 'payee')]
  const time = (ms: number): string => duration(ms, locale)
  const own = facts.track === 'shopping' ? goodsRules(context) : workRules(context)
  const fee = shareOf(facts.amountPaise, facts.cancellationFeeBasisPoints)
  const { commissionPaise } = cancellationOf(facts)
  return [
    m.document_rule_pay({ payer, time: time(policy.unresponsivenessMs) }, { locale }),
    ...own,
    m.document_rule_cancel(
      {
        payer,
        payee,
        percent: percent(facts.cancellationFeeBasisPoints, locale),
        amount: formatPaiseShort(fee),
      },
      { locale },
    ),
    ...(commissionPaise > 0
      ? [m.document_rule_cancel_commission({ payee, amount: formatPaiseShort(commissionPaise) }, { locale })]
      : []),
    m.document_rule_dispute(
      {
        fee: formatPaiseShort(policy.disputeFeePaise),
        mutual: time(policy.mutualResolutionMs),
        decision: time(policy.decisionLimitMs),
      },
      { locale },
    ),
    m.document_rule_unresponsive({ time: time(policy.unresponsivenessMs) }, { locale }),
  ]
}

function complaintRule(context: RuleContext): string {
  const { locale, facts } = context
  const window = facts.policy.complaintWindowMs[facts.track]
  const names = { payer: roleOf(context, 'payer'), payee: roleOf(context, 'payee') }
  return m.document_rule_complaint({ ...names, time: duration(window, locale) }, { locale })
}

function goodsRules(context: RuleContext): string[] {
  const { locale } = context
  const { policy } = context.facts
  const [payer, payee] = [roleOf(context, 'payer'), roleOf(context, 'payee')]
  const { min, max } = policy.returnCourierPaise
  const courier = `${formatPaiseShort(min)}–${formatPaiseShort(max)}`
  const time = (ms: number): string => duration(ms, locale)
  return [
    m.document_rule_tracking({ payee, time: time(policy.trackingWindowMs) }, { locale }),
    m.document_rule_goods_due({ count: String(policy.deliveryDueBusinessDays) }, { locale }),
    complaintRule(context),
    m.document_rule_claimed({ payee, time: time(policy.claimedDeliveryWindowMs) }, { locale }),
    m.document_rule_unproven({ time: time(policy.unprovenDeliveryWindowMs) }, { locale }),
    m.document_rule_return({ payer, time: time(policy.returnWindowMs), courier }, { locale }),
  ]
}

function workRules(context: RuleContext): string[] {
  const { locale } = context
  const { policy } = context.facts
  const [payer, payee] = [roleOf(context, 'payer'), roleOf(context, 'payee')]
  const time = duration(policy.unresponsivenessMs, locale)
  const unproven = duration(policy.unprovenDeliveryWindowMs, locale)
  return [
    m.document_rule_start({ payee, time }, { locale }),
    m.document_rule_work_due({ time }, { locale }),
    complaintRule(context),
    m.document_rule_no_file({ payee, time: unproven }, { locale }),
    m.document_rule_changes({ payer, count: String(policy.maxChangeRequests) }, { locale }),
  ]
}
