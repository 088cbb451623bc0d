/** Where goods are sent; why the time to check is as long as it is; of work the agreed date, then what was handed over. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { deliveryWindowText } from '#messages/delivery-window.ts'
import { agreedDate } from '#web/features/deals/words/agreed-date.ts'
import { nameOf, otherSide } from '#web/features/deals/words/people.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'

// with the parts that files need, which a deal without anything handed over does not wait for
const HandedOver = lazyWithRetry(async () => (await import('./handed-over.tsx')).HandedOver, { bars: 2 })

export function WorkNote({ deal }: { deal: Deal }) {
  const delivery = deal.status === 'delivered' && deal.events.findLast(({ name }) => name === 'deliver')
  if (!delivery)
    return deal.track === 'shopping' ? <DeliveryAddress deal={deal} /> : <AgreedDate deal={deal} />
  const words = deliveryWindowText(delivery.data)
  return (
    <>
      {words && <p className="deal-status__claim muted">{words}</p>}
      {deal.track === 'services' && <HandedOver deal={deal} delivery={delivery} />}
    </>
  )
}

/** The offer has none: the two sides write it to each other. */
function DeliveryAddress({ deal }: { deal: Deal }) {
  if (deal.me === 'team') return null
  const name = nameOf(deal, otherSide(deal))
  return <p>{deal.me === 'payer' ? m.deal_address_write({ name }) : m.deal_address_ask({ name })}</p>
}

/** Beside the deadline, which is two days after it. */
function AgreedDate({ deal }: { deal: Deal }) {
  const date = agreedDate(deal)
  return (
    date && (
      <p className="deal-status__until">
        {date.words} {date.late && <strong>{date.late}</strong>}
      </p>
    )
  )
}
