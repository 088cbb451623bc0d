/** A complaint by mailed link, without a password: what was claimed, the form, and what comes next. */
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { readComplaintLink } from '#core/contract/complaint-link.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { useLinkSecret } from '#web/lib/link-secret.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ComplainForm, complaintDraft, SignInLinks } from './complain-form.tsx'
import '#web/styles/auth.css'

export const meta = () => appMeta(m.complain_title())

export default function ComplainPage() {
  const { token: inAddress } = useParams()
  const token = useLinkSecret(inAddress ?? complaintDraft.read().token ?? '', href('/complain'))
  return (
    <div className="page reset">
      <h1>{m.complain_title()}</h1>
      {token === '' ? <NoLink /> : <Complaint token={token} />}
    </div>
  )
}

function Complaint({ token }: { token: string }) {
  const { data, error, refetch } = useApiQuery(readComplaintLink, { body: { token } })
  const isDead = error instanceof ApiError && error.status === 410
  useEffect(() => {
    if (isDead) complaintDraft.forget()
  }, [isDead])
  if (data) return <ComplainForm token={token} view={data} />
  if (!error) return <Skeleton />
  if (isDead) return <Dead />
  return <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />
}

/** Opened without its token: in another tab, or again after the complaint was sent. */
const NoLink = () => (
  <Notice kind="next" title={m.complain_reopen()}>
    <p>{m.complain_reopen_text()}</p>
    <SignInLinks />
  </Notice>
)

const Dead = () => (
  <Notice kind="stop" title={m.complain_dead()} live>
    <p>{m.complain_closed_text()}</p>
    <SignInLinks />
  </Notice>
)
