/** A deal on one page, in the order of the questions that people have. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Deal } from '../../../core/contract/deals.ts'
import { m } from '../../../messages/compiled/messages.js'
import { siteName } from '../../lib/site.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NextAction, OtherActions } from './act/action-bar.tsx'
import { useLive } from './live/use-live.ts'
import { Announcer } from './parts/announcer.tsx'
import { Head } from './parts/head.tsx'
import { LapseNote, NowPanel } from './parts/now-panel.tsx'
import { Parcels } from './parts/parcels.tsx'
import { Payouts } from './parts/payouts.tsx'
import { SharePanel } from './parts/share-panel.tsx'
import { PayOpen } from './pay/pay-open.tsx'
import { PayPanel } from './pay/pay-panel.tsx'
import { titleOf } from './words/people.ts'

// What only some deals show, or only a press: it comes once the page stands.
const loadDialog = () => import('./act/action-dialog.tsx')
const ActionDialog = lazy(async () => ({ default: (await loadDialog()).ActionDialog }))
const DisputePanel = lazy(async () => ({
  default: (await import('./parts/dispute-panel.tsx')).DisputePanel,
}))
const Side = lazy(async () => ({ default: (await import('./parts/side.tsx')).Side }))
const ChatPanel = lazy(async () => ({ default: (await import('./chat/chat-panel.tsx')).ChatPanel }))
const ProofPanel = lazy(async () => ({ default: (await import('./files/proof-panel.tsx')).ProofPanel }))
const AFTER_MS = 1_500

export function DealView({ deal, isStale }: { deal: Deal; isStale: boolean }) {
  useLive(deal.form_pk)
  const [asked, setAsked] = useAsked(deal)
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
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
          {deal.dispute && (
            <Suspense fallback={<Skeleton />}>
              <DisputePanel deal={deal} />
            </Suspense>
          )}
          <Parcels deal={deal} />
          <Payouts deal={deal} />
          <OtherActions deal={deal} onAsk={setAsked} />
          <Suspense fallback={<Skeleton />}>
            <ChatPanel deal={deal} />
            <ProofPanel deal={deal} />
          </Suspense>
        </div>
        <div className="deal__side">
          <Suspense fallback={<Skeleton bars={8} />}>
            <Side deal={deal} />
          </Suspense>
        </div>
      </div>
      {asked !== null && (
        <Suspense fallback={null}>
          <ActionDialog deal={deal} action={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </article>
  )
}

/** The action whose dialog is open. A page of the offer may name one: `?ask=edit`. */
function useAsked(deal: Deal) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('ask')
  const isAllowed = deal.actions.some(({ name }) => name === named)
  const state = useState<string | null>(isAllowed ? named : null)
  useEffect(() => {
    if (named !== null) setSearch({}, { replace: true })
  }, [named, setSearch])
  return state
}
