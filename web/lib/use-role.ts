/** Another of one's own roles in use: what was read for the one before is read again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { switchRole } from '#core/contract/account.ts'
import { currentUser, type User } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { toast, toastError } from '#web/ui/toasts.tsx'
import { putAnswer, useApiMutation } from './queries.ts'
import { shortRoleName } from './role-names.ts'
import { refreshUser } from './session.ts'

export async function putRoleInUse(client: QueryClient, user: User): Promise<void> {
  refreshUser(user)
  await putAnswer(client, currentUser, {}, user)
  await client.invalidateQueries()
  const [role] = user.user_type
  if (role) toast(m.account_roles_now({ role: shortRoleName(role) }))
}

/** For a call that answers the user with another role in front. */
export function useRoleInUse(): (user: User) => Promise<void> {
  const client = useQueryClient()
  return (user) => putRoleInUse(client, user)
}

export function useRoleSwitch() {
  const onDone = useRoleInUse()
  return useApiMutation(switchRole, { onDone, onError: toastError })
}
