/** The state in words, whose move it is, until when, and what happens if nobody moves. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { isTerminal, type Status } from '../../../../core/lifecycle/states.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { holdWords, statusName } from '../../../lib/lifecycle-words.ts'
import { Moment } from '../../../ui/moment.tsx'
import { lapseOf } from '../act/outcome.ts'
import { eventWords } from '../words/events.ts'
import { nameOf } from '../words/people.ts'

type Say = (deal: Deal) => string
const goods =
  (shopping: () => string, services: () => string): Say =>
  (deal) =>
    deal.track === 'shopping' ? shopping() : services()

/** The payer's move here is the later date that he was asked for. */
const inDelivery: Say = (deal) =>
  deal.me === 'payer' && deal.whose_move.includes('payer')
    ? m.deal_todo_extension()
    : goods(m.deal_todo_deliver, m.deal_todo_deliver_work)(deal)

const disputed: Say = ({ to_pay, dispute, me }) => {
  if (!to_pay) return m.deal_todo_answer()
  return dispute?.opened_by === me ? m.deal_todo_fee() : m.deal_todo_disputed()
}

/** What the one whose move it is would do, in words; what he may do came from the server. */
const WHAT_TO_DO: Partial<Record<Status, Say>> = {
  proposed: () => m.deal_todo_proposed(),
  agreed: () => m.deal_todo_agreed(),
  funded: goods(m.deal_todo_ship, m.deal_todo_start),
  in_delivery: inDelivery,
  delivered: () => m.deal_todo_delivered(),
  return_requested: () => m.deal_todo_return_requested(),
  returning: () => m.deal_todo_returning(),
  return_in_transit: () => m.deal_todo_return_in_transit(),
  disputed,
  negotiating: () => m.deal_todo_negotiating(),
  mediation: () => m.deal_todo_mediation(),
}

/** "Your move: ship it…", "Ravi Traders’s move: …". */
export function moveWords(deal: Deal): string {
  if (deal.whose_move.length === 0) return m.deal_move_nobody()
  const what = WHAT_TO_DO[deal.status]?.(deal) ?? ''
  const others = deal.whose_move
    .filter((who) => who !== deal.me)
    .map((who) => (who === 'team' ? m.who_team() : nameOf(deal, who)))
    .join(', ')
  if (!deal.whose_move.includes(deal.me)) return m.deal_move_of({ name: others, what })
  return others === '' ? m.deal_move_yours({ what }) : m.deal_move_both({ name: others, what })
}

export function NowPanel({ deal }: { deal: Deal }) {
  if (isTerminal(deal.status)) return <Ended deal={deal} />
  const isMine = deal.whose_move.includes(deal.me)
  return (
    <section className={`now ${isMine ? 'now--mine' : ''}`} aria-label={m.deal_now()}>
      <p className="now__status">{statusName(deal.status)}</p>
      <p className="now__move">{moveWords(deal)}</p>
      {deal.due_at && (
        <p className="now__until">
          <span className="now__label">{m.deal_until()}</span> <Moment at={deal.due_at} now={deal.now} />
        </p>
      )}
    </section>
  )
}

/** What the deadline does, below the button that keeps it from coming to that. */
export function LapseNote({ deal }: { deal: Deal }) {
  const words = deal.due_at ? lapseWordsOf(deal) : ''
  return words ? <p className="now__lapse soft">{words}</p> : null
}

function lapseWordsOf(deal: Deal): string {
  const outcome = lapseOf(deal)
  if (!outcome) return ''
  return outcome.hold
    ? m.deal_lapse_money({ what: holdWords(outcome.hold, deal.track) })
    : m.deal_lapse_state({ what: statusName(outcome.to) })
}

/** How it ended and why; the money line above says where the money went. */
function Ended({ deal }: { deal: Deal }) {
  const last = deal.events.at(-1)
  return (
    <section className="now now--ended" aria-label={m.deal_now()}>
      <p className="now__status">{m.deal_ended({ status: statusName(deal.status) })}</p>
      {last && (
        <p className="now__move">
          {eventWords(deal, last)} · <Moment at={last.at} />
        </p>
      )}
    </section>
  )
}
