/**
 * The one panel of /login and /register. A cover slides over the side that is not in use; the address goes with it at
 * once, and both sides' values are held here, so that nothing typed is lost.
 */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '../../../messages/compiled/messages.js'
import { href, plainPath } from '../../lib/locale.ts'
import { nextPath } from '../../lib/next-path.ts'
import { homePath } from '../../lib/start-path.ts'
import { useOpen } from '../../lib/use-open.ts'
import { useSession } from '../../lib/use-session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import './entry.css'
import { SignInForm, useSignIn } from './sign-in-form.tsx'
import { SignUpForm, useSignUp } from './sign-up-form.tsx'

export const isSignUp = (pathname: string): boolean => /^\/register\/?$/.test(plainPath(pathname))

export function Entry() {
  const { pathname, search } = useLocation()
  const signIn = useSignIn()
  const signUp = useSignUp()
  const isNew = isSignUp(pathname)
  const moved = useMoved(isNew)
  if (useWayOn(search))
    return (
      <div className="page">
        <Skeleton />
      </div>
    )
  const asked = new URLSearchParams(search).has('next')
  return (
    <div className="page entry">
      <div
        className={`entry__panel entry__panel--${isNew ? 'new' : 'known'} ${moved ? 'entry__panel--moved' : ''}`}
      >
        <Cover isNew={isNew} search={search} />
        <section className="entry__side" key={isNew ? 'new' : 'known'}>
          <h1>{isNew ? m.account_sign_up_title() : m.account_sign_in_title()}</h1>
          {asked && <p className="soft">{m.account_next_hint()}</p>}
          {isNew ? <SignUpForm {...signUp} /> : <SignInForm {...signIn} />}
        </section>
      </div>
    </div>
  )
}

function Cover({ isNew, search }: { isNew: boolean; search: string }) {
  return (
    <aside className="entry__cover">
      <div className="entry__pitch">
        <p className="entry__title">{isNew ? m.account_cover_known_title() : m.account_cover_new_title()}</p>
        <p className="entry__wide">{isNew ? m.account_cover_known_text() : m.account_cover_new_text()}</p>
        <Link className="button" to={href(isNew ? '/login' : '/register') + search}>
          {isNew ? m.account_cover_known_button() : m.account_cover_new_button()}
        </Link>
        <p className="entry__wide entry__promise">{m.account_never_ask()}</p>
      </div>
    </aside>
  )
}

/** Nothing slides until somebody has asked for the other side. */
function useMoved(isNew: boolean): boolean {
  const first = useRef(isNew)
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    if (first.current !== isNew) setMoved(true)
  }, [isNew])
  return moved || first.current !== isNew
}

/** Who is signed in already goes on: to the page that asked, or to where his role begins. */
function useWayOn(search: string): boolean {
  const role = useSession()?.user.user_type[0]
  const open = useOpen()
  useEffect(() => {
    if (role) open(nextPath(search, href(homePath(role))))
  }, [role, search, open])
  return role !== undefined
}
