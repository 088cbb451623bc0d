/** /admin/disputes/:form_pk: both sides next to each other, what was said between them, and the decision beside it all. */
import { Link, useParams } from 'react-router'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { readDispute } from '#core/contract/dispute-desk.ts'
import { describedIn, photosIn } from '#core/described.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords } from '#messages/dispute-text.ts'
import { statusName } from '#messages/lifecycle-text.ts'
import { ChatPanel } from '#web/features/deals/chat/chat-panel.tsx'
import { useLive } from '#web/features/deals/live/use-live.ts'
import { DealTimeline } from '#web/features/deals/panels/deal-timeline.tsx'
import { isDealCopy, titleOf } from '#web/features/deals/words/people.ts'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { AccessDenied, ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TeamKeys } from '#web/ui/team-keys/team-keys.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import '#web/features/deals/deal.css'
import './desk.css'
import { CaseSide } from './case-side.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { TeamNotes } from './team-notes.tsx'

// as the page of a deal loads them: needed here at once, they would leave the file that comes when they are unfolded there
const ItemPanel = lazyWithRetry(
  async () => (await import('#web/features/deals/panels/item-panel.tsx')).ItemPanel,
)
const Parcels = lazyWithRetry(async () => (await import('#web/features/deals/panels/parcels.tsx')).Parcels)
const Terms = lazyWithRetry(
  async () => (await import('#web/features/deals/panels/terms-panel.tsx')).TermsPanel,
)

export const meta = () => appMeta(m.desk_case())

const CasePage = () => (
  <div className="page deal case__page">
    <p className="deal__breadcrumb">
      <Link to={href('/admin/disputes')}>{m.desk_title()}</Link>
    </p>
    <h1>{m.desk_case()}</h1>
    <RequireAuth roles={['Admin', 'Mediator']} denied={m.admin_denied()}>
      {({ user_type: [role] }) => (
        <>
          <TeamKeys isAdmin={role === 'Admin'} />
          <CaseLoader />
        </>
      )}
    </RequireAuth>
  </div>
)

const POLL_MS = 20_000

function CaseLoader() {
  const { form_pk = '' } = useParams()
  const read = useApiQuery(getDeal, { params: { form_pk } }, { refetchInterval: POLL_MS })
  const isCopy = isDealCopy(read.data)
  if (read.data && !isCopy) return <Case deal={read.data} />
  if (read.isPending || isCopy) return <Skeleton bars={6} />
  if (read.error instanceof ApiError && read.error.status === 404)
    return <AccessDenied message={m.desk_no_case()} />
  return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
}

function Case({ deal }: { deal: Deal }) {
  const { dispute, form_pk } = deal
  useLive(form_pk)
  const read = useApiQuery(readDispute, { params: { form_pk } }, { refetchInterval: POLL_MS })
  if (!dispute) return <AccessDenied message={m.desk_no_case()} />
  return (
    <>
      <p className="case__head">
        <Link to={href(`/deals/${form_pk}`)}>{titleOf(deal)}</Link> ·{' '}
        <Money paise={deal.money.amount_paise} /> · {statusName(deal.status, deal.track)} ·{' '}
        {reasonWords(dispute.reason, deal.track)}
        {deal.due_at && (
          <>
            {' '}
            · {deal.status === 'mediation' ? m.desk_decide_by() : m.deal_until()}{' '}
            <Moment at={deal.due_at} now={deal.now} />
          </>
        )}
      </p>
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      <div className="case">
        <CaseSide deal={deal} dispute={dispute} party="payer" />
        <div className="case__middle">
          <Fold id="case-terms" title={m.deal_terms()}>
            {isDescribed(deal) && <ItemPanel deal={deal} />}
            <Terms deal={deal} />
          </Fold>
          <Parcels deal={deal} />
          <ChatPanel deal={deal} />
          <Fold id="case-story" title={m.deal_story()}>
            <DealTimeline deal={deal} />
          </Fold>
        </div>
        <CaseSide deal={deal} dispute={dispute} party="payee" />
        <aside className="case__decision" aria-label={m.deal_decision()}>
          {read.isPending && <Skeleton bars={3} />}
          {read.data && deal.status === 'mediation' && (
            <DecisionPanel key={form_pk} deal={deal} dispute={dispute} desk={read.data} />
          )}
          {deal.status !== 'mediation' && (
            <Notice>
              <p>{m.desk_not_ours()}</p>
            </Notice>
          )}
          {read.data && <TeamNotes formPk={form_pk} desk={read.data} />}
        </aside>
      </div>
    </>
  )
}

const isDescribed = ({ terms }: Deal): boolean => describedIn(terms).length + photosIn(terms).length > 0

export default CasePage
