/** /admin_dashboard: what needs the team first, then the two grids of spec §2; what is left to set up comes last. */
import { m } from '#messages/compiled/messages.js'
import { appMeta } from '#web/lib/page-meta.ts'
import { ConsolePage, isAdmin } from './console-page.tsx'
import { DealsGrid } from './deals-grid.tsx'
import { Home } from './home/home.tsx'
import { Setup } from './home/setup.tsx'
import { Mantine } from './mantine.tsx'
import { Overview } from './overview.tsx'
import { UsersGrid } from './users-grid.tsx'

export const meta = () => appMeta(m.admin_title())

const DashboardPage = () => (
  <ConsolePage title={m.admin_title()}>
    {(user) => (
      <Mantine>
        <Home isAdmin={isAdmin(user)} />
        <Overview />
        <DealsGrid />
        {isAdmin(user) && <UsersGrid me={user} />}
        <Setup />
      </Mantine>
    )}
  </ConsolePage>
)

export default DashboardPage
