/** What the other side asked for, in their words, where it decides what is to be done now: changes, a return, an address. */
import type { Deal, DealEvent } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { eventWords } from '#web/features/deals/words/events.ts'
import { nameOf } from '#web/features/deals/words/people.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last of these in the deal's history. */
const lastOf = ({ events }: Deal, names: readonly string[]): DealEvent | undefined =>
  events.findLast(({ name }) => names.includes(name))

export function RequestNote({ deal }: { deal: Deal }) {
  if (deal.status === 'in_delivery') return <Changes deal={deal} />
  if (deal.status === 'return_requested') return <Reason deal={deal} />
  return deal.status === 'returning' ? <ReturnAddress deal={deal} /> : null
}

function Changes({ deal }: { deal: Deal }) {
  const changes = lastOf(deal, ['start', 'request_changes'])
  if (changes?.name !== 'request_changes') return null
  const rounds = deal.events.filter(({ name }) => name === 'request_changes').length
  return (
    <>
      <p className="deal-status__claim">{eventWords(deal, changes)}:</p>
      <p className="deal__text">{text(changes.data.note)}</p>
      <p className="muted">{m.deal_changes_used({ count: String(rounds) })}</p>
    </>
  )
}

function Reason({ deal }: { deal: Deal }) {
  const request = lastOf(deal, ['request_return'])
  const reason = text(request?.data.reason)
  if (!request || reason === '') return null
  return (
    <>
      <p className="deal-status__claim">{eventWords(deal, request)}:</p>
      <p className="deal__text">{reason}</p>
    </>
  )
}

/** Silence agrees to a return too, and names no address. */
function ReturnAddress({ deal }: { deal: Deal }) {
  const address = text(lastOf(deal, ['request_return', 'accept_return'])?.data.address)
  if (address === '')
    return (
      <p className="deal-status__claim">
        {deal.me === 'payee'
          ? m.deal_return_no_address_own({ name: nameOf(deal, 'payer') })
          : m.deal_return_no_address({ name: nameOf(deal, 'payee') })}
      </p>
    )
  return (
    <>
      <p className="deal-status__claim">{m.deal_return_to()}</p>
      <p className="deal__text">{address}</p>
    </>
  )
}
