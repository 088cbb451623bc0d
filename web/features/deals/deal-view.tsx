/** The deal on one page, the most urgent first: money, move, deadline, then everything else. */
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { siteName } from '#web/lib/site.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Settled } from '#web/ui/settled.tsx'
import { NextAction, OtherActions } from './actions/action-bar.tsx'
import { EvidencePanel } from './files/evidence-panel.tsx'
import { useLive } from './live/use-live.ts'
import { DealHeader } from './panels/deal-header.tsx'
import { SideColumn } from './panels/side.tsx'
import { LapseNote, StatusAnnouncer, StatusPanel } from './panels/status-panel.tsx'
import { PayButton, PayPanel } from './pay/pay-panel.tsx'
import { verbOf } from './words/actions.ts'
import { titleOf } from './words/people.ts'

// Not part of the first paint: loaded after the page, or when a button gets the pointer or the focus.
const loadDialog = () => import('./actions/action-dialog.tsx')
const ActionDialog = lazyWithRetry(async () => (await loadDialog()).ActionDialog, {
  frame: (inside, { deal, action, onClose }) => (
    <Dialog opened onClose={onClose} title={action ? verbOf(deal, action) : ''}>
      {inside}
    </Dialog>
  ),
})
const DisputePanel = lazyWithRetry(async () => (await import('./panels/dispute-panel.tsx')).DisputePanel)
const ChatPanel = lazyWithRetry(async () => (await import('./chat/chat-panel.tsx')).ChatPanel)
const ItemPanel = lazyWithRetry(async () => (await import('./panels/item-panel.tsx')).ItemPanel, { bars: 2 })
const OfferLinkPanel = lazyWithRetry(
  async () => (await import('./panels/offer-link-panel.tsx')).OfferLinkPanel,
  { bars: 2 },
)
const ClaimNote = lazyWithRetry(async () => (await import('./pay/claim-note.tsx')).ClaimNote, { bars: 2 })
const PayeeWaits = lazyWithRetry(async () => (await import('./pay/payee-waits.tsx')).PayeeWaits, {
  bars: 2,
})
const Parcels = lazyWithRetry(async () => (await import('./panels/parcels.tsx')).Parcels, { bars: 2 })
const Payouts = lazyWithRetry(async () => (await import('./panels/payouts.tsx')).Payouts, { bars: 2 })
const StageTracker = lazyWithRetry(async () => (await import('./panels/stage-tracker.tsx')).StageTracker, {
  bars: 1,
})
const TeamPanel = lazyWithRetry(async () => (await import('./desk/team-panel.tsx')).TeamPanel)
const EndMoment = lazyWithRetry(async () => (await import('./panels/end-moment.tsx')).EndMoment, { bars: 3 })
const preloadDialog = () => void loadDialog().catch(() => undefined)

export function DealView({ deal, isStale }: { deal: Deal; isStale: boolean }) {
  useLive(deal.form_pk)
  const [action, setAction] = useOpenAction(deal)
  return (
    <article className="page deal">
      <title>{`${titleOf(deal)} · ${m.deal_title()} · ${siteName()}`}</title>
      <StatusAnnouncer deal={deal} />
      <div className="deal__columns">
        <div className="deal__main">
          <DealHeader deal={deal} />
          {isStale && (
            <Notice kind="next" live>
              <p>{m.deal_stale()}</p>
            </Notice>
          )}
          <StatusPanel deal={deal} />
          <NextAction deal={deal} onChoose={setAction} onIntent={preloadDialog} />
          <Settled below={<OtherActions deal={deal} onChoose={setAction} onIntent={preloadDialog} />}>
            {deal.payee_waits || deal.payments_paused ? (
              <PayeeWaits deal={deal} />
            ) : (
              <PayButton deal={deal} />
            )}
            <LapseNote deal={deal} />
            {isTerminal(deal.status) && <EndMoment deal={deal} />}
            <StageTracker deal={deal} />
            {isDescribed(deal) && <ItemPanel deal={deal} />}
            {!deal.payee_waits && <PayPanel deal={deal} />}
            {deal.payment_claim && !deal.payment && <ClaimNote deal={deal} claim={deal.payment_claim} />}
            {deal.status === 'proposed' && deal.me === deal.creator && <OfferLinkPanel deal={deal} />}
            {deal.dispute && <DisputePanel deal={deal} />}
            {hasParcel(deal) && <Parcels deal={deal} />}
            {deal.payouts.length > 0 && <Payouts deal={deal} />}
          </Settled>
          {deal.me === 'team' && <TeamPanel deal={deal} />}
          <ChatPanel deal={deal} />
          <EvidencePanel deal={deal} />
        </div>
        <div className="deal__side">
          <SideColumn deal={deal} />
        </div>
      </div>
      {action !== null && <ActionDialog deal={deal} action={action} onClose={() => setAction(null)} />}
    </article>
  )
}

/** Or can be, by pictures of its maker. The names stand here so that the panel's rules come with the panel. */
const isDescribed = ({ terms, actions }: Deal): boolean =>
  DESCRIPTION.some((name) => terms[name] !== undefined) || actions.some(({ name }) => name === 'edit')
const DESCRIPTION = ['deliverable_list', 'details', 'condition', 'serial', 'listing_url', 'photos']

const hasParcel = (deal: Deal): boolean =>
  deal.status === 'funded' ||
  [deal.handover_code, deal.extension_to, deal.tracking, deal.return_tracking].some((part) => part !== null)

/** The action whose dialog is open. The URL can name one: `?ask=edit`. */
function useOpenAction(deal: Deal) {
  const [search, setSearch] = useSearchParams()
  const requested = search.get('ask')
  const isAllowed = deal.actions.some(({ name }) => name === requested)
  const state = useState<string | null>(isAllowed ? requested : null)
  useEffect(() => {
    if (requested !== null) setSearch({}, { replace: true })
  }, [requested, setSearch])
  return state
}
