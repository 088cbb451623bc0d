/** /account/verify/phone and /email: the code, another number, or what is being waited for. Right after sign-up too. */
import type { ReactNode } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { type ContactKind, getVerification, type VerificationState } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { homePath, nextPath } from '#web/lib/start-path.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import '#web/styles/auth.css'
import './account.css'
import { ChangeContact } from './change-contact.tsx'
import { ProveForm, ReleaseForm } from './code-form.tsx'
import { type ContactStep, codeTarget, contactStep } from './contact-step.ts'

const titleOf = (kind: ContactKind): string =>
  kind === 'phone' ? m.contact_phone_title() : m.contact_email_title()
const changeWords = (kind: ContactKind): string =>
  kind === 'phone' ? m.contact_change_phone() : m.contact_change_email()
const kindOf = (name: string | undefined): ContactKind => (name === 'email' ? 'email' : 'phone')

export const meta = ({ params }: { params: { kind?: string } }) => appMeta(titleOf(kindOf(params.kind)))

export default function VerifyPage() {
  const kind = kindOf(useParams().kind)
  const [isChanging, setChanging] = useChanging()
  return (
    <div className="page reset contact">
      <h1>{isChanging ? changeWords(kind) : titleOf(kind)}</h1>
      <RequireAuth>
        {(user) => (
          <Verify key={kind} kind={kind} user={user} isChanging={isChanging} setChanging={setChanging} />
        )}
      </RequireAuth>
    </div>
  )
}

/** In the address, beside the page to go back to: a reload stays with what was chosen. */
function useChanging(): [boolean, (isChanging: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const setChanging = (isChanging: boolean) => {
    const next = new URLSearchParams(search)
    if (isChanging) next.set('change', '1')
    else next.delete('change')
    setSearch(next, { replace: true })
  }
  return [search.has('change'), setChanging]
}

interface VerifyProps {
  readonly kind: ContactKind
  readonly user: User
}
interface ChangeProps {
  readonly isChanging: boolean
  readonly setChanging: (isChanging: boolean) => void
}

function Verify({ kind, user, isChanging, setChanging }: VerifyProps & ChangeProps) {
  const { data: state, error, refetch } = useApiQuery(getVerification, {})
  if (!state)
    return error ? (
      <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton bars={3} />
    )
  const step = contactStep(state, kind, Date.now())
  if (step === 'practice') return <Practice user={user} />
  if (isChanging || step === 'missing')
    return (
      <>
        {step === 'missing' && <Notice kind="next" title={m.contact_missing()} />}
        <ChangeContact kind={kind} isVerified={state[kind].verified} onDone={() => setChanging(false)} />
        {step !== 'missing' && (
          <Button kind="quiet" onClick={() => setChanging(false)}>
            {m.ui_cancel()}
          </Button>
        )}
      </>
    )
  return (
    <>
      <Step step={step} state={state} kind={kind} user={user} />
      <p>
        <Button kind="quiet" onClick={() => setChanging(true)}>
          {changeWords(kind)}
        </Button>
      </p>
    </>
  )
}

type StepProps = VerifyProps & { readonly state: VerificationState }

function Step({ step, state, kind, user }: StepProps & { readonly step: ContactStep }): ReactNode {
  const to = codeTarget(state, kind)
  if (step === 'code') return <ProveForm key={to} user={user} kind={kind} to={to} />
  if (step === 'old_number') return <ReleaseForm phone={state.phone.value} />
  if (step === 'wait') return <Wait readyAt={state[kind].change?.ready_at ?? ''} />
  if (step === 'claimed') return <Claimed until={state.phone.claim_until ?? ''} />
  return <Verified kind={kind} user={user} />
}

const Wait = ({ readyAt }: { readyAt: string }) => (
  <Notice kind="next" title={m.contact_wait()} live>
    <p>
      {m.contact_wait_text()} <Moment at={readyAt} />
    </p>
  </Notice>
)

const Claimed = ({ until }: { until: string }) => (
  <Notice kind="next" title={m.contact_claimed()} live>
    <p>
      {m.contact_claimed_text()} <Moment at={until} />
    </p>
  </Notice>
)

function Verified({ kind, user }: VerifyProps) {
  const { search } = useLocation()
  const title = kind === 'phone' ? m.contact_phone_done() : m.contact_email_done()
  return (
    <>
      <Notice kind="arrived" title={title} live>
        {kind === 'phone' && !user.email_verified && <p>{m.contact_email_next()}</p>}
      </Notice>
      <GoOn user={user}>
        {kind === 'phone' && !user.email_verified && (
          <Link className="button" to={href('/account/verify/email') + search}>
            {m.contact_email_title()}
          </Link>
        )}
      </GoOn>
    </>
  )
}

const Practice = ({ user }: { user: User }) => (
  <>
    <Notice title={m.contact_practice()}>
      <p>{m.contact_practice_text()}</p>
    </Notice>
    <GoOn user={user} />
  </>
)

/** Back to the page that needed a verified number. */
function GoOn({ user, children }: { user: User; children?: ReactNode }) {
  const { search } = useLocation()
  const [role = 'Buyer'] = user.user_type
  // a share link has no language in its address: it is opened anew
  return (
    <p className="actions">
      <a className="button button--next" href={nextPath(search, href(homePath(role)))}>
        {m.contact_go_on()}
      </a>
      {children}
    </p>
  )
}
