/** The frame of every console page: title, access for the team only, navigation. */
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { UserType } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import './console.css'

const TEAM: readonly UserType[] = ['Admin', 'Mediator']

interface ConsolePageProps {
  readonly title: string
  readonly children: () => ReactNode
}

export function ConsolePage({ title, children }: ConsolePageProps) {
  return (
    <div className="page console">
      <h1>{title}</h1>
      <RequireAuth roles={TEAM} denied={m.admin_denied()}>
        {() => (
          <>
            <ConsoleNav />
            {children()}
          </>
        )}
      </RequireAuth>
    </div>
  )
}

const PAGES = [
  ['/admin_dashboard', m.admin_nav_desk],
  ['/admin/grievances', m.admin_nav_grievances],
  ['/admin/leads', m.admin_nav_leads],
  ['/admin/coupons', m.admin_nav_coupons],
] as const

function ConsoleNav() {
  return (
    <nav className="console__nav" aria-label={m.admin_title()}>
      {PAGES.map(([path, label]) => (
        <NavLink key={path} className="button" to={href(path)} end>
          {label()}
        </NavLink>
      ))}
    </nav>
  )
}
