/** /admin_dashboard: what needs the team first, then the two grids of spec §2. */
import { m } from '../../../messages/compiled/messages.js'
import { Guard } from '../../ui/guard.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import { ConsoleNav, TEAM } from './console-nav.tsx'
import { Overview } from './overview.tsx'
import { TransactionsGrid } from './transactions-grid.tsx'
import { UsersGrid } from './users-grid.tsx'
import './console.css'

export function DeskPage() {
  return (
    <div className="page console">
      <h1>{m.admin_title()}</h1>
      <Guard roles={TEAM} denied={m.admin_denied()}>
        {() => (
          <Mantine>
            <ConsoleNav />
            <Overview />
            <TransactionsGrid />
            <UsersGrid />
          </Mantine>
        )}
      </Guard>
    </div>
  )
}
