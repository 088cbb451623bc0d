import type { Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { percent } from '../../../lib/format.ts'
import { Money } from '../../../ui/money.tsx'
import type { Costs } from './costs.ts'

/** "You receive", live beside the amount (spec §9). Read out when it changes. */
export function CostTable({ costs, track }: { costs: Costs | null; track: Track }) {
  if (!costs) return track === 'services' ? <p className="soft costs">{m.offer_receive_wait()}</p> : null
  const charge =
    costs.basisPoints === 0 ? m.offer_charge_free() : m.offer_charge({ percent: percent(costs.basisPoints) })
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
        <dt>{charge}</dt>
        <dd>
          <Money paise={costs.commissionPaise} />
        </dd>
      </div>
      <div className="costs__end">
        <dt>{isPayer ? m.offer_seller_receives() : m.offer_you_receive()}</dt>
        <dd>
          <Money paise={costs.payeePaise} />
        </dd>
      </div>
    </dl>
  )
}
