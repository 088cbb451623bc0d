/** How a deal goes, in four pictures and questions; its whole life, from core/lifecycle/transitions, is the appendix. */

import type { Track } from '#core/ids.ts'
import { isTerminal, STATUSES, type Status } from '#core/lifecycle/states.ts'
import { TRANSITIONS, type Transition } from '#core/lifecycle/transitions.ts'
import { m } from '#messages/compiled/messages.js'
import { actionText, lapseText, nameText } from '#messages/lifecycle-events.ts'
import { actorOfRow, guardText, holdText } from '#messages/lifecycle-rules.ts'
import { roleName, statusName } from '#messages/lifecycle-text.ts'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { holderName, siteName } from '#web/lib/site.ts'
import { StepList } from './home/steps.tsx'
import { LifeChart } from './life-chart.tsx'
import { WhatIf } from './what-if.tsx'

/** The road most deals take; the others leave it and are listed below. */
const ROAD: readonly Status[] = ['proposed', 'agreed', 'funded', 'in_delivery', 'delivered', 'released']
const BEFORE_MONEY: readonly (Status | null)[] = [null, 'proposed', 'agreed']

export const meta = () =>
  pageMeta({
    title: m.how_title(),
    description: m.how_description({ name: siteName() }),
    path: '/how-it-works',
  })

export default function HowItWorks() {
  return (
    <div className="page">
      <h1>{m.how_title()}</h1>
      <p className="hero__lead">{m.how_lead({ name: holderName() })}</p>
      <StepList headings="h2" />
      <WhatIf />
      <p>
        <a className="tap-target" href={href('/holdings')}>
          {m.faq_holdings()}
        </a>
      </p>
      <section aria-labelledby="rules">
        <h2 id="rules">{m.how_rules_title()}</h2>
        <p>{m.how_rules_text()}</p>
        <LifeChart />
        <Life track="shopping" title={m.how_shopping()} />
        <Life track="services" title={m.how_services()} />
      </section>
    </div>
  )
}

function Life({ track, title }: { track: Track; title: string }) {
  const rows = TRANSITIONS.filter((row) => row.track === undefined || row.track === track)
  const reached = new Set(rows.map(({ to }) => to))
  const stages = STATUSES.filter((status) => reached.has(status) && !isUnused(status, track))
  return (
    <details className="whatif whatif--wide" id={track}>
      <summary>{title}</summary>
      <Road track={track} />
      {stages.map((status) => (
        <Stage
          key={status}
          status={status}
          track={track}
          rows={distinct(
            rows.filter(({ from }) => from === status),
            track,
          )}
        />
      ))}
    </details>
  )
}

function Road({ track }: { track: Track }) {
  return (
    <nav aria-label={m.how_road_title()}>
      <ol className="road">
        {ROAD.map((status) => (
          <li key={status}>
            <a href={`#${track}-${status}`}>{statusName(status, track)}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Services have no returns: the states are reached only from rows of the other track. */
const isUnused = (status: Status, track: Track): boolean =>
  track === 'services' && ['return_requested', 'returning', 'return_in_transit'].includes(status)

/** Rows that differ only in a guard read the same: one of them is enough. */
function distinct(rows: readonly Transition[], track: Track): Transition[] {
  const bySide = new Map(
    rows.map((row) => [
      [who(row, track), what(row, track), row.when && guardText(row.when, track), row.to].join(),
      row,
    ]),
  )
  return [...bySide.values()]
}

function Stage({ status, track, rows }: { status: Status; track: Track; rows: readonly Transition[] }) {
  if (isTerminal(status))
    return (
      <div className="stage stage--end">
        <h3 id={`${track}-${status}`}>{statusName(status, track)}</h3>
        <p>{m.how_ends()}</p>
      </div>
    )
  return (
    <div className="stage">
      <h3 id={`${track}-${status}`}>{statusName(status, track)}</h3>
      <table className="stage__rows" aria-labelledby={`${track}-${status}`}>
        <thead>
          <tr>
            <th scope="col">{m.how_who()}</th>
            <th scope="col">{m.how_next()}</th>
            <th scope="col">{m.how_money()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${who(row, track)} ${what(row, track)} ${row.to} ${row.when}`}>
              <td>
                {who(row, track) && <strong>{who(row, track)} </strong>}
                {what(row, track)}
                {row.when && ` ${guardText(row.when, track)}`}
              </td>
              <td>{statusName(row.to, track)}</td>
              <td>{money(row, track)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const who = ({ on }: Transition, track: Track): string =>
  'lapse' in on ? '' : nameText(actorOfRow(on, track))
const what = ({ on }: Transition, track: Track): string =>
  'lapse' in on ? lapseText(on.lapse) : actionText({ action: on.action, track })

function money({ hold, from, on }: Transition, track: Track): string {
  if (hold) return holdText(hold, track)
  if ('action' in on && on.action === 'fund') return m.hold_in({ payer: roleName('payer', track) })
  return BEFORE_MONEY.includes(from) ? m.hold_none() : m.hold_stays()
}
