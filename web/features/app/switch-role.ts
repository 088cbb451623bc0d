/** Another role from the menu, on whatever page it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import { switchRole } from '#core/contract/account.ts'
import type { Role } from '#core/roles.ts'
import { call } from '#web/lib/api.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { putRoleInUse } from '#web/lib/use-role.ts'
import { toastError } from '#web/ui/toasts.tsx'

export async function switchInMenu(client: QueryClient, role: Role): Promise<void> {
  try {
    const user = await call(switchRole, { body: { user_type: [role] }, idempotencyKey: newKey() })
    await putRoleInUse(client, user)
  } catch (error) {
    toastError(error as Error)
  }
}
