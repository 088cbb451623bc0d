import { Outlet, useLocation } from 'react-router'
import { Shell } from '../../ui/shell.tsx'

export const handle = { still: true }

export default function PublicLayout() {
  return (
    <Shell path={useLocation().pathname}>
      <Outlet />
    </Shell>
  )
}
