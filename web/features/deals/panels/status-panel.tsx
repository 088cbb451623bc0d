/** The state in words, whose move it is, until when, and what happens if nobody moves. */
import { useEffect, useRef, useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { deliveryWindowText } from '#messages/delivery-window.ts'
import { holdText } from '#messages/lifecycle-rules.ts'
import { moveText } from '#messages/lifecycle-steps.ts'
import { statusName } from '#messages/lifecycle-text.ts'
import { eventWords } from '#web/features/deals/words/events.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { Moment } from '#web/ui/values.tsx'

/** "Your move: ship it…", "Ravi Traders to move: …". */
function moveWords(deal: Deal): string {
  if (isBankAsked(deal)) return m.deal_claim_move()
  const { dispute, policy } = deal
  const hasFee = policy.disputeFeePaise !== 0
  return moveText({
    status: deal.status,
    track: deal.track,
    viewer: deal.me,
    movers: deal.whose_move,
    complainant: dispute?.opened_by ?? null,
    feesDue: PARTIES.filter((party) => hasFee && dispute?.fees[party] === 'due'),
    amount: formatPaiseShort(deal.money.amount_paise),
    names: { payer: nameOf(deal, 'payer'), payee: nameOf(deal, 'payee') },
  })
}
/** The payer says that they have paid: "your move: pay" would have them pay twice. */
const isBankAsked = ({ status, payment_claim }: Deal): boolean =>
  status === 'agreed' && payment_claim?.state === 'checking'
const PARTIES: readonly Party[] = ['payer', 'payee']

export function StatusPanel({ deal }: { deal: Deal }) {
  if (isTerminal(deal.status)) return <EndedStatus deal={deal} />
  const isMine = deal.whose_move.includes(deal.me) && !isBankAsked(deal)
  return (
    <section className={`deal-status ${isMine ? 'deal-status--mine' : ''}`} aria-label={m.deal_now()}>
      <p className="deal-status__status">{statusName(deal.status)}</p>
      <p className="deal-status__move">{moveWords(deal)}</p>
      {deal.due_at && (
        <p className="deal-status__until">
          <span className="deal-status__label">{m.deal_until()}</span>{' '}
          <Moment at={deal.due_at} now={deal.now} />
        </p>
      )}
      <ClaimedDelivery deal={deal} />
    </section>
  )
}

/** Why the time to check is as long as it is, when the payee alone says that it was delivered. */
function ClaimedDelivery({ deal }: { deal: Deal }) {
  const delivery = deal.status === 'delivered' && deal.events.findLast(({ name }) => name === 'deliver')
  const words = delivery ? deliveryWindowText(delivery.data) : ''
  return words ? <p className="deal-status__claim muted">{words}</p> : null
}

/** What happens at the deadline, below the button that prevents it. */
export function LapseNote({ deal }: { deal: Deal }) {
  const words = deal.due_at ? lapseWordsOf(deal) : ''
  return words ? <p className="deal-status__lapse muted">{words}</p> : null
}

function lapseWordsOf(deal: Deal): string {
  const { lapse, track } = deal
  if (!lapse) return ''
  return lapse.hold
    ? m.deal_lapse_money({ what: holdText(lapse.hold, track) })
    : m.deal_lapse_state({ what: statusName(lapse.to) })
}

/** How it ended and why; the money line above says where the money went. */
function EndedStatus({ deal }: { deal: Deal }) {
  const last = deal.events.at(-1)
  return (
    <section className="deal-status deal-status--ended" aria-label={m.deal_now()}>
      <p className="deal-status__status">{m.deal_ended({ status: statusName(deal.status) })}</p>
      {last && (
        <p className="deal-status__move">
          {eventWords(deal, last)} · <Moment at={last.at} />
        </p>
      )}
    </section>
  )
}

/** For screen readers: announces a change of state or move while the page is open. Silent at first. */
export function StatusAnnouncer({ deal }: { deal: Deal }) {
  const words = m.deal_changed({ status: statusName(deal.status), move: moveWords(deal) })
  const previous = useRef(words)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (previous.current !== words) setAnnounced(words)
    previous.current = words
  }, [words])
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  )
}
