/** A complaint by mailed link, without a password: what was claimed, the form, and what comes next. */
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
import { ComplainForm, SignInLinks } from './complain-form.tsx'
import '#web/styles/auth.css'

export const meta = () => appMeta(m.complain_title())

export default function ComplainPage() {
  const token = useLinkSecret(useParams().token ?? '', href('/complain'))
  return (
    <div className="page reset">
      <h1>{m.complain_title()}</h1>
      {token === '' ? <Dead /> : <Complaint token={token} />}
    </div>
  )
}

function Complaint({ token }: { token: string }) {
  const { data, error, refetch } = useApiQuery(readComplaintLink, { body: { token } })
  if (data) return <ComplainForm token={token} view={data} />
  if (!error) return <Skeleton />
  if (error instanceof ApiError && error.status === 410) return <Dead />
  return <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />
}

const Dead = () => (
  <Notice kind="stop" title={m.complain_dead()} live>
    <p>{m.complain_closed_text()}</p>
    <SignInLinks />
  </Notice>
)
