import { NavLink } from 'react-router'
import type { UserType } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'
import { href } from '../../lib/locale.ts'

export const TEAM: readonly UserType[] = ['Admin', 'Mediator']

const PAGES = [
  ['/admin_dashboard', m.admin_nav_desk],
  ['/admin/grievances', m.admin_nav_grievances],
  ['/admin/leads', m.admin_nav_leads],
  ['/admin/coupons', m.admin_nav_coupons],
] as const

/** Between the pages of the console. */
export function ConsoleNav() {
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
