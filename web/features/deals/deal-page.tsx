/** /deals/:form_pk: where is the money, whose move is it, until when; then everything that can be done. */
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { getDeal } from '../../../core/contract/deals.ts'
import { m } from '../../../messages/compiled/messages.js'
import { ApiError, errorWords } from '../../lib/api-error.ts'
import { useCall } from '../../lib/queries.ts'
import { siteName } from '../../lib/site.ts'
import { Guard } from '../../ui/guard.tsx'
import { AccessDenied, ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './deal.css'
import { DealView } from './deal-view.tsx'

export function DealPage() {
  return <Guard frame={(words) => <Frame>{words}</Frame>}>{() => <Loaded />}</Guard>
}

/** Money that is on its way is looked for often; everything else as often as people change it. */
const OFTEN_MS = 3_000
const SELDOM_MS = 20_000

function Loaded() {
  const { form_pk = '' } = useParams()
  const read = useCall(getDeal, { params: { form_pk } }, { refetchInterval: SELDOM_MS })
  const isPaying = read.data?.payment?.status === 'open'
  useCall(getDeal, { params: { form_pk } }, { enabled: isPaying, refetchInterval: OFTEN_MS })
  if (read.data) return <DealView deal={read.data} isStale={read.isError} />
  return (
    <Frame>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
    </Frame>
  )
}

/** Around what is said before the deal has come, or instead of it. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page deal">
      <title>{`${m.deal_title()} · ${siteName()}`}</title>
      <h1>{m.deal_title()}</h1>
      {children}
    </div>
  )
}

/** A deal that is not yours to know of is not there: the spec's words for both. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isDenied = error instanceof ApiError && (error.status === 404 || error.status === 403)
  if (isDenied) return <AccessDenied message={m.ui_denied_preview()} />
  return <ErrorNotice message={errorWords(error)} onRetry={onRetry} />
}
