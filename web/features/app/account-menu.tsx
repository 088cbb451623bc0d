/** The bar's end in the app: 'Sign out {first_name}', or the ways in. */
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { signOut } from '#web/lib/api.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { BellIcon } from '#web/ui/icons.tsx'

/** Without it the link serves as well. */
const loadCount = () => import('./bell.tsx').catch(() => ({ UnreadCount: () => null }))
const UnreadCount = lazy(async () => ({ default: (await loadCount()).UnreadCount }))

export function AccountButton() {
  const session = useSession()
  if (session)
    return (
      <>
        <Link className="header__link header__wide" to={href('/deals')}>
          {m.nav_my_deals()}
        </Link>
        <Button className="header__account" onClick={() => void signOut()}>
          {m.nav_sign_out({ first_name: session.user.first_name })}
        </Button>
      </>
    )
  return (
    <>
      <Link className="header__link header__wide" to={href('/login')}>
        {m.nav_sign_in()}
      </Link>
      <Link className="button header__account" to={href('/register')}>
        {m.nav_sign_up()}
      </Link>
    </>
  )
}

export function Bell() {
  return (
    <Link className="header__icon header__bell" to={href('/notices')}>
      <BellIcon />
      <span className="visually-hidden">{m.nav_notifications()}</span>
      <Suspense fallback={null}>
        <UnreadCount />
      </Suspense>
    </Link>
  )
}

export function PersonalLinks() {
  const session = useSession()
  const links = session
    ? ([
        ['/deals', m.nav_my_deals()],
        ['/notices', m.nav_notifications()],
        ['/account', m.nav_account()],
      ] as const)
    : ([['/login', m.nav_sign_in()]] as const)
  return links.map(([path, label]) => (
    <li key={path}>
      <Link className="menu__link" to={href(path)}>
        {label}
      </Link>
    </li>
  ))
}
