/** An Admin makes somebody of the team an Admin or a Mediator. Nobody joins the team by it, and nobody leaves. */
import type { User } from '#core/contract/auth.ts'
import { Refusal } from '#core/errors.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { lockAdmins, lockTeamMember, setRole } from '#server/repositories/users.ts'
import { presentUser } from '#server/services/account/session.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { sessionUser, type UserCtx } from '#server/services/context.ts'

export interface NewRole {
  readonly id: number
  readonly role: 'Admin' | 'Mediator'
}

/**
 * Under the lock of all Admins, whoever changes another is still one and does not change themselves: so one is always
 * left, also when two demote each other at the same moment.
 */
export async function changeRole(ctx: UserCtx, { id, role }: NewRole): Promise<User> {
  const admins = await lockAdmins(ctx.tx)
  if (id === ctx.user.id || !admins.includes(ctx.user.id)) throw new Refusal('forbidden')
  const member = await lockTeamMember(ctx.tx, id)
  if (!member) throw new Refusal('not_found')
  if (member.user_type === role) throw new Refusal('wrong_state')
  const changed = await setRole(ctx.tx, id, role)
  // what their open pages show and offer is that of the old role
  await deleteSessionsOf(ctx.tx, id)
  await recordAudit(ctx, {
    action: 'role_changed',
    actor: ctx.user,
    subject: { type: 'user', id },
    before: { role: sessionUser(member).userType },
    after: { role },
  })
  return presentUser(changed)
}
