/** The frame of every console page: title, access for the team only, navigation. */
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import type { UserType } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { CUSTODY } from '#web/lib/site.ts'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import './console.css'
import { pagesFor } from './console-pages.ts'
import { ConsoleKeys } from './keys/console-keys.tsx'

const TEAM: readonly UserType[] = ['Admin', 'Mediator']

interface ConsolePageProps {
  readonly title: string
  /** Who of the team; all of it when left out. */
  readonly roles?: readonly UserType[]
  readonly children: (user: User) => ReactNode
}

export const isAdmin = ({ user_type: [role] }: User): boolean => role === 'Admin'

export function ConsolePage({ title, roles = TEAM, children }: ConsolePageProps) {
  return (
    <div className="page console">
      <h1>{title}</h1>
      <RequireAuth roles={roles} denied={m.admin_denied()}>
        {(user) => (
          <>
            <Custody />
            <ConsoleNav user={user} />
            <ConsoleKeys isAdmin={isAdmin(user)} />
            {children(user)}
          </>
        )}
      </RequireAuth>
    </div>
  )
}

const CUSTODY_WORDS = {
  psp_hold: m.admin_custody_psp_hold,
  bank_escrow: m.admin_custody_bank_escrow,
  own_account: m.admin_custody_own_account,
} as const

/** In whose hands the money is, on every page: nobody of the team works in the wrong belief. */
function Custody() {
  if (CUSTODY === null) return null
  const isRisky = CUSTODY === 'own_account'
  return (
    <p className={isRisky ? 'console__custody console__custody--risky' : 'console__custody'}>
      {CUSTODY_WORDS[CUSTODY]()}
    </p>
  )
}

function ConsoleNav({ user }: { user: User }) {
  return (
    <nav className="console__nav" aria-label={m.admin_title()}>
      {pagesFor(isAdmin(user)).map(([path, label]) => (
        <NavLink key={path} className="button" to={href(path)} end>
          {label()}
        </NavLink>
      ))}
    </nav>
  )
}
