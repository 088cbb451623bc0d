/** /deals/:form_pk */
import { replaceEqualDeep } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { siteName } from '#web/lib/site.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { AccessDenied, ErrorNotice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './deal.css'
import { DealView } from './deal-view.tsx'
import { isDealCopy } from './words/people.ts'

const DealCopyView = lazyWithRetry(async () => (await import('./deal-copy.tsx')).DealCopyView)

export default function DealPage() {
  return <RequireAuth frame={(words) => <DealFrame>{words}</DealFrame>}>{() => <DealLoader />}</RequireAuth>
}

/** Polled in case the event stream is blocked: faster while a payment is awaited. */
const PAYING_POLL_MS = 3_000
const POLL_MS = 20_000
const refetchInterval = ({ state }: { state: { data?: unknown } }): number =>
  (state.data as Deal | undefined)?.payment?.status === 'open' ? PAYING_POLL_MS : POLL_MS

/** When the network goes a dialog over the deal may be half filled in, and a copy has no action that it could send. */
const structuralSharing = (shown: unknown, answer: unknown): unknown =>
  shown && isDealCopy(answer as Deal) ? shown : replaceEqualDeep(shown, answer)

function DealLoader() {
  const { form_pk = '' } = useParams()
  const read = useApiQuery(getDeal, { params: { form_pk } }, { refetchInterval, structuralSharing })
  const { data } = read
  if (isDealCopy(data)) return <DealCopyView deal={data} />
  if (data) return <DealView deal={data} isStale={read.isError} />
  return (
    <DealFrame>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <DealError error={read.error} onRetry={() => void read.refetch()} />}
    </DealFrame>
  )
}

/** The page while the deal is loading or could not be loaded. */
function DealFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page deal">
      <title>{`${m.deal_title()} · ${siteName()}`}</title>
      <h1>{m.deal_title()}</h1>
      {children}
    </div>
  )
}

interface DealErrorProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** A stranger's deal is answered like one that does not exist, in the spec's words. */
function DealError({ error, onRetry }: DealErrorProps) {
  const isDenied = error instanceof ApiError && (error.status === 404 || error.status === 403)
  if (isDenied) return <AccessDenied message={m.ui_denied_preview()} />
  return <ErrorNotice message={errorWords(error)} onRetry={onRetry} />
}
