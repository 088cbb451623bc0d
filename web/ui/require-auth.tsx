/** Pages for people who are signed in (spec §2): to /login without a token, 'Loading..' while the user is loaded. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { currentUser, type User } from '#core/contract/auth.ts'
import { ROLES, type UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { shortRoleName } from '#web/lib/role-names.ts'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { AccessDenied, ErrorNotice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

interface GuardProps {
  /** Who may see it; everybody signed in when left out. */
  readonly roles?: readonly UserType[]
  /** The spec's words for everybody else. */
  readonly denied?: string
  /** What stands around its own words on a page whose heading comes with its data. */
  readonly frame?: (words: ReactNode) => ReactNode
  readonly children: (user: User) => ReactNode
}

export function RequireAuth({ roles, denied, frame = (words) => words, children }: GuardProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const loaded = useApiQuery(currentUser, {}, { enabled: session !== null })
  if (!session)
    return <Navigate to={`${href('/login')}?next=${encodeURIComponent(pathname + search)}`} replace />
  const user = loaded.data
  // Once loaded, a lost connection does not take the page away from under the reader's hands.
  if (!user && loaded.isError)
    return frame(<ErrorNotice message={errorWords(loaded.error)} onRetry={() => void loaded.refetch()} />)
  if (!user) return frame(<Skeleton />)
  const [role] = user.user_type
  if (role && roles && !roles.includes(role))
    return frame(<Denied user={user} needed={roles[0]} message={denied ?? ''} />)
  return children(user)
}

// for the few who come with another role than the page is for
const RoleWay = lazyWithRetry(async () => (await import('./role-way.tsx')).RoleWay, { bars: 1 })

interface DeniedProps {
  readonly user: User
  readonly needed: UserType | undefined
  readonly message: string
}

/** Roles of the team are not for the asking. */
function Denied({ user, needed, message }: DeniedProps) {
  const [inUse] = user.user_type
  const role = ROLES.find((own) => own === needed)
  const isPerson = ROLES.some((own) => own === inUse)
  if (!role || !inUse || !isPerson) return <AccessDenied message={message} />
  return (
    <AccessDenied message={message} text={m.ui_denied_role({ role: shortRoleName(inUse) })}>
      <RoleWay user={user} role={role} />
    </AccessDenied>
  )
}
