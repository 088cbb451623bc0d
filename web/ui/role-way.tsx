/** Where another role is needed than the one in use: one tap for whoever has it, the way to it for all others. */
import { useLocation } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import type { Role } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { shortRoleName } from '#web/lib/role-names.ts'
import { useRoleSwitch } from '#web/lib/use-role.ts'
import { Button } from './button.tsx'

export function RoleWay({ user, role }: { user: User; role: Role }) {
  const change = useRoleSwitch()
  const { pathname, search } = useLocation()
  const name = shortRoleName(role)
  if (!user.user_type.includes(role))
    return (
      <a
        className="button"
        href={`${href('/account')}?role=${role}&next=${encodeURIComponent(pathname + search)}#roles`}
      >
        {m.ui_denied_add({ role: name })}
      </a>
    )
  return (
    <Button
      kind="next"
      busy={change.isPending}
      onClick={() => change.mutate({ body: { user_type: [role] } })}
    >
      {m.account_roles_use({ role: name })}
    </Button>
  )
}
