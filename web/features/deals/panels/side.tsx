/** The side column: timeline, terms, documents. Each is loaded when it is opened: a phone shows their headings alone. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { wasAccepted } from '#web/features/deals/words/events.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'

const Timeline = lazyWithRetry(async () => (await import('./deal-timeline.tsx')).DealTimeline, { bars: 4 })
const Terms = lazyWithRetry(async () => (await import('./terms-panel.tsx')).TermsPanel, { bars: 4 })
const Documents = lazyWithRetry(async () => (await import('./deal-documents.tsx')).DealDocuments, { bars: 2 })

export function SideColumn({ deal }: { deal: Deal }) {
  return (
    <>
      <Fold id="deal-timeline" title={m.deal_story()} late>
        <Timeline deal={deal} />
      </Fold>
      <Fold id="deal-terms" title={wasAccepted(deal) ? m.deal_terms() : m.deal_terms_offered()} late>
        <Terms deal={deal} />
      </Fold>
      {deal.papers.length > 0 && (
        <Fold id="deal-documents" title={m.deal_documents()} late>
          <Documents deal={deal} />
        </Fold>
      )}
    </>
  )
}
