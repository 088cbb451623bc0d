import type { ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { Moment } from './values.tsx'

export interface TimelineEntry {
  readonly id: string | number
  readonly at: string | number
  readonly title: string
  /** Who did it, in words. */
  readonly by?: string
  readonly detail?: ReactNode
  readonly mood?: 'plain' | 'arrived' | 'stop'
}

/** What has happened, newest last, each with its moment. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label?: string }) {
  return (
    <ol className="timeline" aria-label={label ?? m.ui_timeline()}>
      {entries.map((entry) => (
        <li key={entry.id} className={`timeline__entry timeline__entry--${entry.mood ?? 'plain'}`}>
          <p className="timeline__title">{entry.title}</p>
          <p className="timeline__when">
            {entry.by && <>{entry.by} · </>}
            <Moment at={entry.at} />
          </p>
          {entry.detail && <div className="timeline__detail">{entry.detail}</div>}
        </li>
      ))}
    </ol>
  )
}
