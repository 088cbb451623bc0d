/** The agreed terms with their version, without what the top of the page has of them, and the policy that the deal runs under. */
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { roleOf } from '#web/features/deals/words/people.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Moment } from '#web/ui/values.tsx'
import { TermList, type TermRow } from './term-list.tsx'

// behind a fold of its own, which few open
const Rules = lazyWithRetry(async () => (await import('./terms-rules.tsx')).TermsRules, { bars: 2 })

export function TermsPanel({ deal }: { deal: Deal }) {
  return (
    <>
      <p className="muted">{m.deal_terms_version({ version: String(deal.terms_version) })}</p>
      <TermList rows={[...termRows(deal), ...laterDateRows(deal), ...partyRows(deal)]} />
      <details className="deal__rules">
        <summary>{m.deal_rules()}</summary>
        <Rules deal={deal} />
      </details>
    </>
  )
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function termRows({ track, terms, money }: Deal): TermRow[] {
  const amount: TermRow = [m.deal_term_amount(), formatPaiseShort(money.amount_paise)]
  if (track === 'shopping') return [[m.deal_term_product(), textOf(terms.service_details)], amount]
  return [
    [m.deal_term_deliverables(), textOf(terms.deliverables)],
    amount,
    [m.deal_term_date(), <Moment key="date" at={textOf(terms.date_of_completion)} />],
    [m.deal_term_mode(), m.offer_mode_full()],
    [m.deal_term_cancellation(), `${textOf(terms.cancellation_fee)}%`],
    [m.deal_term_other_info(), textOf(terms.other_info)],
  ]
}

/** The date that stands, where both agreed to a later one. */
function laterDateRows({ events }: Deal): TermRow[] {
  const grant = events.findLast(({ name }) => name === 'grant_extension')
  const proposal = events.findLast(({ name, seq }) => name === 'propose_extension' && seq < (grant?.seq ?? 0))
  return proposal ? [[m.document_later_date(), <Moment key="later" at={textOf(proposal.data.due)} />]] : []
}

/** The phone number is shown when the server sends it. */
function partyRows(deal: Deal): TermRow[] {
  return (['payer', 'payee'] as const).map((party) => {
    const { name, phone_number } = deal.parties[party]
    const business = party === 'payee' ? deal.parties.payee.business_name : null
    // as documents and mails have it: a payee under two names looks like two people
    const names = business && business !== name ? `${business} (${name})` : name
    const bankName = party === 'payee' ? deal.parties.payee.verified_name : null
    const verified = bankName && m.deal_payee_verified({ name: bankName })
    const { yes, of } = deal.parties[party].again
    const again = of > 0 && m.again_line({ yes: String(yes), of: String(of) })
    return [roleOf(deal, party), [names, phone_number, verified, again].filter(Boolean).join(', ')]
  })
}
