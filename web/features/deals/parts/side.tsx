/** What one reads after the state of the deal: its story, its terms, its papers. Comes with a part of its own, after the page. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { DealTimeline } from './deal-timeline.tsx'
import { Papers } from './papers.tsx'
import { TermsPanel } from './terms-panel.tsx'

export function Side({ deal }: { deal: Deal }) {
  return (
    <>
      <section className="deal__part" aria-labelledby="deal-story">
        <h2 id="deal-story">{m.deal_story()}</h2>
        <DealTimeline deal={deal} />
      </section>
      <TermsPanel deal={deal} />
      <Papers deal={deal} />
    </>
  )
}
