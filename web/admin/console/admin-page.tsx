/** /admin, which is what people type: the desk has the address of the spec. */
import { Navigate } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { ConsolePage } from './console-page.tsx'

export const meta = () => appMeta(m.admin_title())

const AdminPage = () => (
  <ConsolePage title={m.admin_title()}>
    {() => <Navigate to={href('/admin_dashboard')} replace />}
  </ConsolePage>
)

export default AdminPage
