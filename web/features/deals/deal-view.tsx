/** A deal on one page, in the order of the questions that people have. */
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Deal } from '../../../core/contract/deals.ts'
import { m } from '../../../messages/compiled/messages.js'
import { siteName } from '../../lib/site.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { late } from '../../ui/late.tsx'
import { Notice } from '../../ui/notice.tsx'
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
import { verbOf } from './words/actions.ts'
import { titleOf } from './words/people.ts'

// What only some deals show, or only a press: it comes once the page stands, or when a button is reached for.
const loadDialog = () => import('./act/action-dialog.tsx')
const ActionDialog = late(async () => (await loadDialog()).ActionDialog, {
  frame: (inside, { deal, action, onClose }) => (
    <Dialog opened onClose={onClose} title={action ? verbOf(deal, action) : ''}>
      {inside}
    </Dialog>
  ),
})
const DisputePanel = late(async () => (await import('./parts/dispute-panel.tsx')).DisputePanel)
const Side = late(async () => (await import('./parts/side.tsx')).Side, { bars: 8 })
const ChatPanel = late(async () => (await import('./chat/chat-panel.tsx')).ChatPanel)
const ProofPanel = late(async () => (await import('./files/proof-panel.tsx')).ProofPanel)
const fetchDialog = () => void loadDialog().catch(() => undefined)

export function DealView({ deal, isStale }: { deal: Deal; isStale: boolean }) {
  useLive(deal.form_pk)
  const [asked, setAsked] = useAsked(deal)
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
          <NextAction deal={deal} onAsk={setAsked} onNear={fetchDialog} />
          <PayOpen deal={deal} />
          <LapseNote deal={deal} />
          <PayPanel deal={deal} />
          <SharePanel deal={deal} />
          {deal.dispute && <DisputePanel deal={deal} />}
          <Parcels deal={deal} />
          <Payouts deal={deal} />
          <OtherActions deal={deal} onAsk={setAsked} onNear={fetchDialog} />
          <ChatPanel deal={deal} />
          <ProofPanel deal={deal} />
        </div>
        <div className="deal__side">
          <Side deal={deal} />
        </div>
      </div>
      {asked !== null && <ActionDialog deal={deal} action={asked} onClose={() => setAsked(null)} />}
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
