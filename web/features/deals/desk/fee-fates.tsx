import type { Deal } from '#core/contract/deals.ts'
import { faultFate } from '#core/lifecycle/hold-parts.ts'
import { m } from '#messages/compiled/messages.js'
import { nameOf } from '#web/features/deals/words/people.ts'
import type { CaseDispute } from './case-side.tsx'

interface FeeFatesProps {
  readonly deal: Deal
  readonly dispute: CaseDispute
  /** Empty while nobody is chosen. */
  readonly fault: string
}

/** What becomes of the fees that were paid, by who is at fault. */
export function FeeFates({ deal, dispute, fault }: FeeFatesProps) {
  const paid = (['payer', 'payee'] as const).filter((party) => dispute.fees[party] === 'paid')
  if (fault === '' || paid.length === 0) return null
  return (
    <dl className="shares">
      {paid.map((party) => (
        <div key={party}>
          <dt>{m.deal_fee_of({ name: nameOf(deal, party) })}</dt>
          <dd>{faultFate(fault, party) === 'back' ? m.deal_fee_returned() : m.deal_fee_kept()}</dd>
        </div>
      ))}
    </dl>
  )
}
