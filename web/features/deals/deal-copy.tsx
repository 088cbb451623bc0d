/** A deal without a network, of what this device holds of it. What is not there is not spoken about: what to do, where to send it, whether a fee is due. */
import { isTerminal } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import type { DealCopy } from '#web/lib/offline-copy.ts'
import { siteName } from '#web/lib/site.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Moment } from '#web/ui/values.tsx'
import { DealHeader } from './panels/deal-header.tsx'
import { EndedStatus } from './panels/status-panel.tsx'
import { isFrozen } from './words/events.ts'
import { titleOf } from './words/people.ts'

// with what comes after a deal, and with the table of transitions: a page that has the network loads neither for this one
const DealTimeline = lazyWithRetry(async () => (await import('./panels/deal-timeline.tsx')).DealTimeline, {
  bars: 4,
})
const StageTracker = lazyWithRetry(async () => (await import('./panels/stage-tracker.tsx')).StageTracker, {
  bars: 1,
})

export function DealCopyView({ deal }: { deal: DealCopy }) {
  return (
    <article className="page deal">
      <title>{`${titleOf(deal)} · ${m.deal_title()} · ${siteName()}`}</title>
      <DealHeader deal={deal} />
      {isTerminal(deal.status) ? <EndedStatus deal={deal} /> : <RunningStatus deal={deal} />}
      <p className="muted">{m.offline_rest()}</p>
      <StageTracker deal={deal} />
      <Fold id="deal-timeline" title={m.deal_story()} open>
        <DealTimeline deal={deal} />
      </Fold>
    </article>
  )
}

function RunningStatus({ deal }: { deal: DealCopy }) {
  return (
    <section className="deal-status" aria-label={m.deal_now()}>
      <p className="deal-status__status">
        {isFrozen(deal)
          ? m.deal_on_hold({ amount: formatPaiseShort(deal.money.amount_paise) })
          : statusName(deal.status, deal.track)}
      </p>
      {deal.due_at && (
        <p className="deal-status__until">
          <span className="deal-status__label">{m.deal_until()}</span>{' '}
          <Moment at={deal.due_at} now={deal.now} />
        </p>
      )}
    </section>
  )
}
