/** What an offer costs and pays out, computed while the amount is typed by core's own charges under the current policy. */
import { commissionWithCoupon, type PayoutParts, releaseParts } from '#core/charges.ts'
import { amountField } from '#core/fields.ts'
import type { Track } from '#core/ids.ts'
import { type Paise, rupees } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { percent } from '#web/lib/format.ts'
import { Money } from '#web/ui/values.tsx'

interface Charge extends PayoutParts {
  readonly basisPoints: number
}

export interface Costs {
  readonly amountPaise: Paise
  /** Null until the policy is there, which says how much it is. */
  readonly charge: Charge | null
}

interface Pricing {
  readonly policy: Policy | null
  readonly couponCode: string | null
}

/** Null while the amount is not valid. */
export function costsOf(amount: string, track: Track, { policy, couponCode }: Pricing): Costs | null {
  const parsed = amountField.safeParse(amount)
  if (!parsed.success) return null
  const amountPaise = rupees(parsed.data)
  if (!policy) return { amountPaise, charge: null }
  const base = policy.commissionBasisPoints[track]
  const basisPoints = track === 'services' ? commissionWithCoupon(base, couponCode) : base
  return { amountPaise, charge: { ...releaseParts(amountPaise, basisPoints), basisPoints } }
}

function chargeName(charge: Charge | null): string {
  if (!charge) return m.offer_charge_unknown()
  return charge.basisPoints === 0
    ? m.offer_charge_free()
    : m.offer_charge({ percent: percent(charge.basisPoints) })
}

/** What is not known yet keeps its line: a button below that moved as it came would be missed. */
const MoneyOnceKnown = ({ paise }: { paise: Paise | undefined }) =>
  paise === undefined ? '…' : <Money paise={paise} />

interface CostTableProps {
  readonly costs: Costs | null
  readonly track: Track
}
/** "You receive", live beside the amount (spec §9). Read out when it changes. */
export function CostTable({ costs, track }: CostTableProps) {
  if (!costs) return track === 'services' ? <p className="muted costs">{m.offer_receive_wait()}</p> : null
  const { charge } = costs
  const isPayer = track === 'shopping'
  return (
    <dl className="shares costs" aria-live="polite">
      <div>
        <dt>{isPayer ? m.offer_you_pay() : m.offer_amount_short()}</dt>
        <dd>
          <Money paise={costs.amountPaise} />
        </dd>
      </div>
      <div>
        <dt>{chargeName(charge)}</dt>
        <dd>
          <MoneyOnceKnown paise={charge?.commissionPaise} />
        </dd>
      </div>
      <div className="costs__total">
        <dt>{isPayer ? m.offer_seller_receives() : m.offer_you_receive()}</dt>
        <dd>
          <MoneyOnceKnown paise={charge?.payeePaise} />
        </dd>
      </div>
    </dl>
  )
}
