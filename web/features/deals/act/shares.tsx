import type { Deal } from '../../../../core/contract/deals.ts'
import type { HoldTo } from '../../../../core/lifecycle/transitions.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { siteName } from '../../../lib/site.ts'
import { Money } from '../../../ui/money.tsx'
import { nameOf } from '../words/people.ts'
import { partsOf } from './outcome.ts'

interface SharesProps {
  readonly deal: Deal
  readonly hold: HoldTo | null
  /** The share being typed; undefined while it is no amount. */
  readonly payerSharePaise?: number | undefined
}

/** Who gets what of the money held, to the paisa. Nothing where the money stays. */
export function Shares({ deal, hold, payerSharePaise }: SharesProps) {
  if (hold === null || deal.money.held_paise === 0) return null
  if (hold === 'decision' && (payerSharePaise === undefined || payerSharePaise > deal.money.held_paise))
    return null
  const parts = partsOf(deal, hold, payerSharePaise)
  const rows = [
    [m.deal_share_to({ name: nameOf(deal, 'payee') }), parts.payeePaise],
    [m.deal_share_back({ name: nameOf(deal, 'payer') }), parts.payerPaise],
    [m.deal_share_commission({ name: siteName() }), parts.commissionPaise],
  ] as const
  return (
    <dl className="shares" aria-live="polite">
      {rows
        .filter(([, paise]) => paise > 0)
        .map(([who, paise]) => (
          <div key={who}>
            <dt>{who}</dt>
            <dd>
              <Money paise={paise} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
