import type { ReactNode } from 'react'
import type { DealEvent } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { deliveryWindowText } from '#messages/delivery-window.ts'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import { nameText, youText } from '#messages/lifecycle-events.ts'
import { linkActionText } from '#messages/offer-link-text.ts'
import { eventWords, moodOf } from '#web/features/deals/words/events.ts'
import { faultWords } from '#web/features/deals/words/fields.ts'
import { carrierWords, nameOf, whoOf } from '#web/features/deals/words/people.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { Moment } from '#web/ui/values.tsx'

/** What happened, who did it, when, and the details that were given. */
export function DealTimeline({ deal }: { deal: DealOutline }) {
  return (
    <Timeline
      entries={deal.events.map((event) => ({
        id: event.seq,
        at: event.at,
        title: titleOf(deal, event),
        detail: <EventDetail deal={deal} event={event} />,
        mood: moodOf(event) ?? 'plain',
      }))}
    />
  )
}

export function titleOf(deal: DealOutline, event: DealEvent): string {
  const { name, by } = event
  if (deal.terms.offer_link === undefined || by === 'gateway') return eventWords(deal, event)
  const words = linkActionText(name, by === deal.me ? youText() : nameText(whoOf(deal, by)))
  return words ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : eventWords(deal, event)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const rupees = (value: unknown): string => (typeof value === 'number' ? formatPaiseShort(value) : '')

function EventDetail({ deal, event }: { deal: DealOutline; event: DealEvent }): ReactNode {
  const { data, name } = event
  const reason = text(data.reason)
  const lines = [
    name === 'edit' && m.deal_terms_version({ version: String(event.terms_version) }),
    name === 'complain' && reason ? reasonWords(reason, deal.track) : reason,
    data.wanted ? m.deal_wants({ what: remedyWords(text(data.wanted)) }) : '',
    data.handover === true && m.deal_handover_used(),
    deliveryWindowText(data),
    data.payer_share_paise !== undefined &&
      m.deal_share_line({ name: nameOf(deal, 'payer'), amount: rupees(data.payer_share_paise) }),
    data.at_fault ? m.deal_fault_line({ who: faultWords(deal, text(data.at_fault)) }) : '',
    text(data.note),
    text(data.address),
    text(data.statement),
    text(data.reasons),
  ]
  const number = text(data.tracking_number)
  return (
    <>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className="deal__text">
              {line}
            </p>
          ),
      )}
      {data.due ? (
        <p className="deal__text">
          <Moment at={text(data.due)} />
        </p>
      ) : null}
      {number && (
        <p className="deal__text">
          {carrierWords(text(data.courier), number)}
          {data.courier !== 'hand' && (
            <>
              {' '}
              · {number} <CopyButton text={number} what={m.deal_field_tracking_number()} />
            </>
          )}
        </p>
      )}
    </>
  )
}
