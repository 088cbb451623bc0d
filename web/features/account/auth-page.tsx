/**
 * The panel of /login and /register. A cover slides over the side that is not in use, the URL changes at once, and the
 * values of both forms are held here, so that nothing typed is lost.
 */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { type EndOfSession, endOfSession } from '#web/lib/api.ts'
import { useOpen, useSession } from '#web/lib/hooks.ts'
import { href, plainPath } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { CHECKS_CONTACTS, siteName } from '#web/lib/site.ts'
import { homePath, nextPath } from '#web/lib/start-path.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import '#web/styles/auth.css'
import { SignInForm, useSignIn } from './sign-in-form.tsx'
import { roleOfInvitation, roleOfLink } from './sign-up-fields.ts'
import { SignUpForm, useSignUp } from './sign-up-form.tsx'

const isSignUp = (pathname: string): boolean => /^\/register\/?$/.test(plainPath(pathname))

export const meta = ({ location }: { location: { pathname: string } }) =>
  appMeta(isSignUp(location.pathname) ? m.account_sign_up_title() : m.account_sign_in_title())

export default function AuthPage() {
  const { pathname, search } = useLocation()
  const signIn = useSignIn()
  const invitedRole = roleOfInvitation(search)
  const signUp = useSignUp(roleOfLink(search))
  const isNew = isSignUp(pathname)
  const moved = useMoved(isNew)
  const [ending] = useState(endOfSession)
  if (useRedirectSignedIn(search, isNew))
    return (
      <div className="page">
        <Skeleton />
      </div>
    )
  const hasNext = new URLSearchParams(search).has('next')
  return (
    <div className="page auth">
      <div
        className={`auth__panel auth__panel--${isNew ? 'new' : 'known'} ${moved ? 'auth__panel--moved' : ''}`}
      >
        <Cover isNew={isNew} search={search} />
        <section className="auth__side" key={isNew ? 'new' : 'known'}>
          <h1>{isNew ? m.account_sign_up_title() : m.account_sign_in_title()}</h1>
          {ending && (
            <Notice kind="next" title={ENDINGS[ending].title()}>
              <p>{ENDINGS[ending].text()}</p>
            </Notice>
          )}
          {isNew && invitedRole !== '' && <p className="muted">{m.invite_welcome({ name: siteName() })}</p>}
          {hasNext && <p className="muted">{isNew ? m.account_next_hint_new() : m.account_next_hint()}</p>}
          {isNew ? <SignUpForm {...signUp} /> : <SignInForm {...signIn} />}
        </section>
      </div>
    </div>
  )
}

const ENDINGS: Readonly<Record<EndOfSession, { title: () => string; text: () => string }>> = {
  ended: { title: m.account_ended_title, text: m.account_ended_text },
  undone: { title: m.account_undone_title, text: m.account_undone_text },
}

function Cover({ isNew, search }: { isNew: boolean; search: string }) {
  return (
    <aside className="auth__cover">
      <div className="auth__pitch">
        <p className="auth__title">{isNew ? m.account_cover_known_title() : m.account_cover_new_title()}</p>
        <p className="auth__wide">{isNew ? m.account_cover_known_text() : m.account_cover_new_text()}</p>
        <Link className="button" to={href(isNew ? '/login' : '/register') + search}>
          {isNew ? m.account_cover_known_button() : m.account_cover_new_button()}
        </Link>
        <p className="auth__wide auth__promise">{m.account_never_ask()}</p>
      </div>
    </aside>
  )
}

/** No animation until the user switches sides. */
function useMoved(isNew: boolean): boolean {
  const first = useRef(isNew)
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    if (first.current !== isNew) setMoved(true)
  }, [isNew])
  return moved || first.current !== isNew
}

const NO_ROLES: readonly UserType[] = []

/** A Seller's own page says what becomes of the invitation; whoever is here in another role takes that of Seller first. */
function invitedPath(roles: readonly UserType[]): string {
  const page = href('/seller_home?invited=Seller')
  const [role] = roles
  if (role === 'Admin' || role === 'Mediator') return href(homePath(role))
  return roles.includes('Seller')
    ? page
    : `${href('/account')}?role=Seller&next=${encodeURIComponent(page)}#roles`
}

/** Redirects a user who is signed in to the page that asked for it, or to the start page of their role; a new one to the code. */
function useRedirectSignedIn(search: string, isNew: boolean): boolean {
  const user = useSession()?.user
  const roles = user?.user_type ?? NO_ROLES
  const [role] = roles
  const isInvited = isNew && roleOfInvitation(search) !== ''
  const asksCode = isNew && CHECKS_CONTACTS && user?.phone_verified === false
  const open = useOpen()
  useEffect(() => {
    if (!role) return
    const next = nextPath(search, isInvited ? invitedPath(roles) : href(homePath(role)))
    open(asksCode ? `${href('/account/verify/phone')}?next=${encodeURIComponent(next)}` : next)
  }, [role, roles, isInvited, asksCode, search, open])
  return role !== undefined
}
