/** Folded away: a release before anything has come, with what speaks against it. */
import type { ReactNode } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'

/** What a swindler says is another thing for a parcel, for work, and for changes of work. */
export function earlyWords({ track, events }: Deal): { readonly title: string; readonly warning: string } {
  if (track === 'shopping') return { title: m.deal_early(), warning: m.deal_early_warning() }
  return events.some(({ name }) => name === 'deliver')
    ? { title: m.deal_early_changes(), warning: m.deal_early_changes_warning() }
    : { title: m.deal_early_work(), warning: m.deal_early_work_warning() }
}

export function EarlyRelease({ deal, children }: { deal: Deal; children: ReactNode }) {
  const { title, warning } = earlyWords(deal)
  return (
    <details className="deal__rules">
      <summary>{title}</summary>
      <p>{warning}</p>
      {children}
    </details>
  )
}
