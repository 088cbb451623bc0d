/** What the deal is about in people's own words, at its top: a dispute is judged by it. */
import type { Deal } from '#core/contract/deals.ts'
import { describedIn } from '#core/description.ts'
import { m } from '#messages/compiled/messages.js'
import { DESCRIPTION_LABELS as LABELS, ListingLink } from '#web/ui/description.tsx'
import './item-panel.css'

export function ItemPanel({ deal: { terms } }: { deal: Deal }) {
  const { details, condition, serial, listing_url } = Object.fromEntries(describedIn(terms))
  return (
    <section className="item" aria-label={m.item_agreed()}>
      {details && <Details text={details} />}
      <ul className="item__facts">
        {condition && <li>{condition}</li>}
        {serial && (
          <li>
            <span className="muted">{LABELS.serial()}</span> {serial}
          </li>
        )}
        {listing_url && (
          <li>
            <ListingLink address={listing_url} />
          </li>
        )}
      </ul>
    </section>
  )
}

/** Two lines of it until it is opened: the button of whose turn it is stays on the first screen of a phone. */
function Details({ text }: { text: string }) {
  if (text.length <= SHORT && !text.includes('\n')) return <p className="item__text">{text}</p>
  return (
    <details className="item__more">
      <summary>
        <span className="item__text">{text}</span>
      </summary>
    </details>
  )
}
const SHORT = 90
