/** /admin_dashboard: what needs the team first, then the two grids of spec §2. */
import { m } from '../../../messages/compiled/messages.js'
import { Mantine } from '../../ui/mantine.tsx'
import { ConsolePage } from './console-page.tsx'
import { Overview } from './overview.tsx'
import { TransactionsGrid } from './transactions-grid.tsx'
import { UsersGrid } from './users-grid.tsx'

export const DeskPage = () => (
  <ConsolePage title={m.admin_title()}>
    {() => (
      <Mantine>
        <Overview />
        <TransactionsGrid />
        <UsersGrid />
      </Mantine>
    )}
  </ConsolePage>
)
