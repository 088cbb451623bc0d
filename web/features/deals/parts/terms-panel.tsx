/** What was agreed, in its version, and the rules that go with it. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { formatPaise, formatPaiseShort } from '../../../../core/money.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { duration, inDays, percent } from '../../../lib/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { roleOf } from '../words/people.ts'
import { rulesOf } from '../words/rules.ts'

type Row = readonly [label: string, value: React.ReactNode]

export function TermsPanel({ deal }: { deal: Deal }) {
  return (
    <section className="deal__part" aria-labelledby="deal-terms">
      <h2 id="deal-terms">{m.deal_terms()}</h2>
      <p className="soft">{m.deal_terms_version({ version: String(deal.terms_version) })}</p>
      <Rows rows={[...termRows(deal), ...partyRows(deal)]} />
      <details className="deal__rules">
        <summary>{m.deal_rules()}</summary>
        <Rows rows={ruleRows(deal)} />
      </details>
    </section>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
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

const said = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function termRows({ track, terms, money }: Deal): Row[] {
  const amount: Row = [m.deal_term_amount(), formatPaise(money.amount_paise)]
  if (track === 'shopping') return [[m.deal_term_product(), said(terms.service_details)], amount]
  return [
    [m.deal_term_deliverables(), said(terms.deliverables)],
    amount,
    [m.deal_term_date(), <Moment key="date" at={said(terms.date_of_completion)} />],
    [m.deal_term_mode(), said(terms.payment_mode)],
    [m.deal_term_cancellation(), `${said(terms.cancellation_fee)}%`],
    [m.deal_term_other_info(), said(terms.other_info)],
  ]
}

/** A phone number is there where the server shows it. */
function partyRows(deal: Deal): Row[] {
  return (['payer', 'payee'] as const).map((party) => {
    const { name, phone_number } = deal.parties[party]
    const shop = party === 'payee' ? deal.parties.payee.business_name : null
    const names = [shop, name].filter((one, at, all) => one && all.indexOf(one) === at)
    return [roleOf(deal, party), [...names, phone_number].filter(Boolean).join(', ')]
  })
}

function ruleRows(deal: Deal): Row[] {
  const rules = rulesOf(deal)
  const isGoods = deal.track === 'shopping'
  const { min, max } = rules.returnCourierPaise
  return [
    [m.deal_rule_answer(), inDays(rules.unresponsivenessMs)],
    ...(isGoods ? ([[m.deal_rule_tracking(), duration(rules.trackingWindowMs)]] as Row[]) : []),
    ...(isGoods
      ? ([
          [m.deal_rule_delivery(), m.deal_business_days({ count: String(rules.deliveryDueBusinessDays) })],
        ] as Row[])
      : []),
    [m.deal_rule_complaint(), duration(rules.complaintWindowMs[deal.track])],
    ...(isGoods
      ? ([
          [m.deal_rule_return(), inDays(rules.returnWindowMs)],
          [m.deal_rule_return_courier(), `${formatPaiseShort(min)}–${formatPaiseShort(max)}`],
        ] as Row[])
      : []),
    [m.deal_rule_fee(), formatPaiseShort(rules.disputeFeePaise)],
    [m.deal_rule_settle(), inDays(rules.mutualResolutionMs)],
    [m.deal_rule_cancel(), formatPaise(deal.money.cancellation_fee_paise)],
    [m.deal_rule_commission(), percent(deal.money.commission_basis_points)],
  ]
}
