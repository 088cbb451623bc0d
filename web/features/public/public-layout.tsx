import { Outlet, useLocation } from 'react-router'
import { Shell } from '#web/ui/shell.tsx'

export const handle = { static: true }

export default function PublicLayout() {
  return (
    <Shell path={useLocation().pathname}>
      <Outlet />
    </Shell>
  )
}
