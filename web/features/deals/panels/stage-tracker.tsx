/** The deal's steps in a row, with the day of each that was reached. In a chunk of its own: the table of transitions. */
import { type StageName, stagesOf } from '#core/lifecycle/stages.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { locale } from '#web/lib/locale.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import './stage-tracker.css'

const NAMES: Readonly<Record<Exclude<StageName, 'ended'>, () => string>> = {
  offered: m.stage_offered,
  agreed: m.stage_agreed,
  paid: m.stage_paid,
  sent: m.stage_sent,
  checked: m.stage_checked,
  released: m.stage_released,
  return_asked: m.stage_return_asked,
  return_agreed: m.stage_return_agreed,
  sent_back: m.stage_sent_back,
  refunded: m.stage_refunded,
  complained: m.stage_complained,
  answered: m.stage_answered,
  team: m.stage_team,
  settled: m.stage_settled,
}

function nameOf(deal: DealOutline, stage: StageName): string {
  if (stage === 'ended') return statusName(deal.status, deal.track)
  return stage === 'sent' && deal.track === 'services' ? m.stage_started() : NAMES[stage]()
}

/** "24 Nov": the year and the hour are in the history. */
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat(`${locale()}-IN`, {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
  }).format(new Date(at))

export function StageTracker({ deal }: { deal: DealOutline }) {
  return (
    <ol className="stages" aria-label={m.stage_list()}>
      {stagesOf(deal).map(({ name, at, isCurrent }) => (
        <li
          key={name}
          className={at ? 'stages__stage stages__stage--reached' : 'stages__stage'}
          aria-current={isCurrent ? 'step' : undefined}
        >
          <span className="stages__name">{nameOf(deal, name)}</span>
          {at ? (
            <time className="stages__date" dateTime={at}>
              {dayOf(at)}
            </time>
          ) : (
            <span className="visually-hidden">{m.stage_to_come()}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
