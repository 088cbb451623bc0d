import { splitParts } from '#core/charges.ts'
import type { Deal } from '#core/contract/deals.ts'
import { paise } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { nameOf } from '#web/features/deals/words/people.ts'
import { siteName } from '#web/lib/site.ts'
import { Money } from '#web/ui/values.tsx'

type ShownParts = NonNullable<NonNullable<Deal['lapse']>['parts']>

/** A share that is being typed or was offered, as it would come out; null while it is no amount within the hold. */
export function splitOf({ money }: Deal, payerSharePaise: number | undefined): ShownParts | null {
  if (payerSharePaise === undefined || payerSharePaise > money.held_paise) return null
  const parts = splitParts(paise(money.held_paise), paise(payerSharePaise), money.commission_basis_points)
  return {
    payer_paise: parts.payerPaise,
    payee_paise: parts.payeePaise,
    commission_paise: parts.commissionPaise,
  }
}

interface SharesProps {
  readonly deal: Deal
  /** Null where the money stays. */
  readonly parts: ShownParts | null
}

/** Who gets what of the money held, to the paisa. */
export function Shares({ deal, parts }: SharesProps) {
  if (!parts || deal.money.held_paise === 0) return null
  const rows = [
    [m.deal_share_to({ name: nameOf(deal, 'payee') }), parts.payee_paise],
    [m.deal_share_back({ name: nameOf(deal, 'payer') }), parts.payer_paise],
    [m.deal_share_commission({ name: siteName() }), parts.commission_paise],
  ] as const
  return (
    <dl className="shares" aria-live="polite">
      {rows
        .filter(([, amount]) => amount > 0)
        .map(([who, amount]) => (
          <div key={who}>
            <dt>{who}</dt>
            <dd>
              <Money paise={amount} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
