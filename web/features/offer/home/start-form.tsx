/** /form: the form of the role in use, or where that role begins instead. */
import { Navigate } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { homePath } from '#web/lib/start-path.ts'
import { RequireAuth } from '#web/ui/require-auth.tsx'

export const meta = () => appMeta(m.home_start())

export default function StartForm() {
  return (
    <div className="page">
      <RequireAuth frame={(words) => <Frame>{words}</Frame>}>
        {({ user_type: [role] }) => (
          // without the heading the page is empty until the form's code has come
          <Frame>
            <Navigate to={href(role ? homePath(role) : '/deals')} replace />
          </Frame>
        )}
      </RequireAuth>
    </div>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <h1>{m.home_start()}</h1>
      {children}
    </>
  )
}
