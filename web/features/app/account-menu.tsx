/** The bar's end in the app: a new deal, one's own things, and 'Sign out {first_name}' last; or the ways in. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ROLES, type Role, type UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { signOut } from '#web/lib/api.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { shortRoleName } from '#web/lib/role-names.ts'
import type { Session } from '#web/lib/session.ts'
import { BellIcon, PersonIcon } from '#web/ui/icons.tsx'

/** Without it the link serves as well. */
const loadCount = () => import('./bell.tsx').catch(() => ({ UnreadCount: () => null }))
const UnreadCount = lazy(async () => ({ default: (await loadCount()).UnreadCount }))

const isTeam = ({ user }: Session): boolean => ['Admin', 'Mediator'].includes(user.user_type[0] ?? '')

export function AccountButton() {
  const session = useSession()
  if (session)
    return (
      <>
        {!isTeam(session) && (
          <Link className="button header__new" to={href('/form')}>
            {m.nav_new_deal()}
          </Link>
        )}
        <details className="menu header__wide" data-menu>
          <summary className="header__icon">
            <PersonIcon />
            <span className="visually-hidden">
              {m.nav_account_menu({ first_name: session.user.first_name })}
            </span>
          </summary>
          <div className="menu__panel">
            <ul>
              <OwnLinks session={session} />
            </ul>
          </div>
        </details>
        <button
          type="button"
          className="header__account header__wide header__quiet"
          onClick={() => void signOut()}
        >
          {m.nav_sign_out({ first_name: session.user.first_name })}
        </button>
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

/** Within the menu of a narrow bar. */
export function PersonalLinks() {
  const session = useSession()
  if (!session) return <MenuLink path="/login" label={m.nav_sign_in()} />
  return <OwnLinks session={session} />
}

/** Its last line, and its quietest. */
export function SignOutLine() {
  const session = useSession()
  if (!session) return null
  return (
    <li className="menu__rule">
      <button type="button" className="menu__link menu__quiet" onClick={() => void signOut()}>
        {m.nav_sign_out({ first_name: session.user.first_name })}
      </button>
    </li>
  )
}

function OwnLinks({ session }: { session: Session }) {
  const client = useQueryClient()
  const [, ...others] = session.user.user_type
  const switchTo = async (role: UserType) => {
    // comes when it is asked for: most people have one role
    const { switchInMenu } = await import('./switch-role.ts')
    await switchInMenu(client, role as Role)
  }
  return (
    <>
      <MenuLink path="/deals" label={m.nav_my_deals()} />
      <MenuLink path="/notices" label={m.nav_notifications()} />
      <MenuLink path="/account" label={m.nav_account()} />
      {others.map((role) => (
        <li key={role}>
          <button type="button" className="menu__link" onClick={() => void switchTo(role)}>
            {m.account_roles_use({ role: shortRoleName(role) })}
          </button>
        </li>
      ))}
      {!isTeam(session) && others.length < ROLES.length - 1 && (
        <MenuLink path="/account#roles" label={m.account_roles_add()} />
      )}
    </>
  )
}

const MenuLink = ({ path, label }: { path: string; label: string }) => (
  <li>
    <Link className="menu__link" to={href(path)}>
      {label}
    </Link>
  </li>
)
