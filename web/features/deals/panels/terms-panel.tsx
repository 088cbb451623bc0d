/** The agreed terms with their version, without what the top of the page has of them, and the policy that the deal runs under. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaise, formatPaiseShort } from '#core/money.ts'
import { readPolicy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { roleOf } from '#web/features/deals/words/people.ts'
import { duration, inDays, percent } from '#web/lib/format.ts'
import { Moment } from '#web/ui/values.tsx'

type TermRow = readonly [label: string, value: React.ReactNode]

export function TermsPanel({ deal }: { deal: Deal }) {
  return (
    <section className="deal__section" aria-labelledby="deal-terms">
      <h2 id="deal-terms">{m.deal_terms()}</h2>
      <p className="muted">{m.deal_terms_version({ version: String(deal.terms_version) })}</p>
      <TermList rows={[...termRows(deal), ...partyRows(deal)]} />
      <details className="deal__rules">
        <summary>{m.deal_rules()}</summary>
        <TermList rows={ruleRows(deal)} />
      </details>
    </section>
  )
}

function TermList({ rows }: { rows: readonly TermRow[] }) {
  return (
    <dl className="deal__rows">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function termRows({ track, terms, money }: Deal): TermRow[] {
  const amount: TermRow = [m.deal_term_amount(), formatPaise(money.amount_paise)]
  if (track === 'shopping') return [[m.deal_term_product(), textOf(terms.service_details)], amount]
  return [
    [m.deal_term_deliverables(), textOf(terms.deliverables)],
    amount,
    [m.deal_term_date(), <Moment key="date" at={textOf(terms.date_of_completion)} />],
    [m.deal_term_mode(), textOf(terms.payment_mode)],
    [m.deal_term_cancellation(), `${textOf(terms.cancellation_fee)}%`],
    [m.deal_term_other_info(), textOf(terms.other_info)],
  ]
}

/** The phone number is shown when the server sends it. */
function partyRows(deal: Deal): TermRow[] {
  return (['payer', 'payee'] as const).map((party) => {
    const { name, phone_number } = deal.parties[party]
    const business = party === 'payee' ? deal.parties.payee.business_name : null
    const names = [business, name].filter((value, index, all) => value && all.indexOf(value) === index)
    const bankName = party === 'payee' ? deal.parties.payee.verified_name : null
    const verified = bankName && m.deal_payee_verified({ name: bankName })
    return [roleOf(deal, party), [...names, phone_number, verified].filter(Boolean).join(', ')]
  })
}

function ruleRows(deal: Deal): TermRow[] {
  const rules = readPolicy(deal.policy)
  const isGoods = deal.track === 'shopping'
  const { min, max } = rules.returnCourierPaise
  return [
    [m.deal_rule_answer(), inDays(rules.unresponsivenessMs)],
    ...(isGoods ? ([[m.deal_rule_tracking(), duration(rules.trackingWindowMs)]] as TermRow[]) : []),
    ...(isGoods
      ? ([
          [m.deal_rule_delivery(), m.deal_business_days({ count: String(rules.deliveryDueBusinessDays) })],
        ] as TermRow[])
      : []),
    [m.deal_rule_complaint(), duration(rules.complaintWindowMs[deal.track])],
    ...(isGoods
      ? ([
          [m.deal_rule_return(), inDays(rules.returnWindowMs)],
          [m.deal_rule_return_courier(), `${formatPaiseShort(min)}–${formatPaiseShort(max)}`],
        ] as TermRow[])
      : []),
    [m.deal_rule_fee(), formatPaiseShort(rules.disputeFeePaise)],
    [m.deal_rule_settle(), inDays(rules.mutualResolutionMs)],
    [m.deal_rule_cancel(), formatPaise(deal.money.cancellation_fee_paise)],
    [m.deal_rule_commission(), percent(deal.money.commission_basis_points)],
  ]
}
