/** A deal on one page, in the order of the questions that people have. */
import { useState } from 'react'
import type { Deal } from '../../../core/contract/deals.ts'
import { m } from '../../../messages/compiled/messages.js'
import { siteName } from '../../lib/site.ts'
import { Notice } from '../../ui/notice.tsx'
import { NextAction, OtherActions } from './act/action-bar.tsx'
import { ActionDialog } from './act/action-dialog.tsx'
import { Announcer } from './parts/announcer.tsx'
import { DealTimeline } from './parts/deal-timeline.tsx'
import { DisputePanel } from './parts/dispute-panel.tsx'
import { Head } from './parts/head.tsx'
import { LapseNote, NowPanel } from './parts/now-panel.tsx'
import { Parcels } from './parts/parcels.tsx'
import { Payouts } from './parts/payouts.tsx'
import { SharePanel } from './parts/share-panel.tsx'
import { TermsPanel } from './parts/terms-panel.tsx'
import { PayOpen } from './pay/pay-open.tsx'
import { PayPanel } from './pay/pay-panel.tsx'
import { titleOf } from './words/people.ts'

export function DealView({ deal, isStale }: { deal: Deal; isStale: boolean }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <article className="page deal">
      <title>{`${titleOf(deal)} · ${m.deal_title()} · ${siteName()}`}</title>
      <Announcer deal={deal} />
      <div className="deal__columns">
        <div className="deal__main">
          <Head deal={deal} />
          {isStale && (
            <Notice kind="next" live>
              <p>{m.deal_stale()}</p>
            </Notice>
          )}
          <NowPanel deal={deal} />
          <NextAction deal={deal} onAsk={setAsked} />
          <PayOpen deal={deal} />
          <LapseNote deal={deal} />
          <PayPanel deal={deal} />
          <SharePanel deal={deal} />
          <DisputePanel deal={deal} />
          <Parcels deal={deal} />
          <Payouts deal={deal} />
          <OtherActions deal={deal} onAsk={setAsked} />
        </div>
        <div className="deal__side">
          <section className="deal__part" aria-labelledby="deal-story">
            <h2 id="deal-story">{m.deal_story()}</h2>
            <DealTimeline deal={deal} />
          </section>
          <TermsPanel deal={deal} />
        </div>
      </div>
      <ActionDialog deal={deal} action={asked} onClose={() => setAsked(null)} />
    </article>
  )
}
