/** The roles of a person: one more, with the fields that it needs, and which of them is in use. */
import type { AddedRole } from '#core/contract/account.ts'
import type { User } from '#core/contract/auth.ts'
import { invalid, Refusal } from '#core/errors.ts'
import type { Role } from '#core/roles.ts'
import { lockUser, updateUser } from '#server/repositories/account.ts'
import { setRoles, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { tellInviters } from '#server/services/notifications/invite-joined.ts'
import { claimName } from './business-name.ts'
import { confirmPassword } from './confirm-password.ts'
import { applyChanges, type ProfileOptions } from './profile.ts'
import { presentUser } from './session.ts'

async function lockSelf(ctx: UserCtx): Promise<UserRow> {
  const row = await lockUser(ctx.tx, ctx.user.id)
  if (!row) throw new Refusal('unauthenticated')
  return row
}

/** Its owner's roles, the one in use first. Team accounts have one, which is none of these. */
const rolesOf = ({ user_type, other_roles }: UserRow): Role[] => [user_type as Role, ...other_roles]

/** The new role is in use at once. A payment number that comes with it asks for the password, as in the profile. */
export async function addRole(
  inTransaction: InTransaction<UserCtx>,
  input: AddedRole,
  { limitFactor, onNumberChanged }: ProfileOptions,
): Promise<User> {
  const isNumberChanged = await inTransaction(async ({ user }) => {
    requireFields(user, input)
    return input.payment_number !== undefined && input.payment_number !== user.paymentNumber
  })
  if (isNumberChanged) {
    if (!input.password) throw invalid({ password: ['required'] })
    await confirmPassword(inTransaction, { password: input.password, limitFactor })
  }
  return inTransaction((ctx) => applyRole(ctx, input, isNumberChanged ? onNumberChanged : null))
}

function requireFields({ roles, paymentNumber }: UserCtx['user'], input: AddedRole): void {
  const [role] = input.user_type
  if (roles.includes(role)) throw new Refusal('wrong_state')
  if (role !== 'Seller') return
  if (input.business_name === undefined) throw invalid({ business_name: ['required'] })
  if (input.payment_number === undefined && paymentNumber === null)
    throw invalid({ payment_number: ['required'] })
}

async function applyRole(
  ctx: UserCtx,
  input: AddedRole,
  onNumberChanged: ProfileOptions['onNumberChanged'] | null,
): Promise<User> {
  const [role] = input.user_type
  const { payment_number, business_name } = input
  const before = rolesOf(await lockSelf(ctx))
  // another tab was first
  if (before.includes(role)) throw new Refusal('wrong_state')
  if (role === 'Seller' && business_name !== undefined) {
    await claimName(ctx, ctx.user.id, business_name)
    await updateUser(ctx.tx, ctx.user.id, { business_name })
  }
  const row = await setRoles(ctx.tx, ctx.user.id, [role, ...before])
  await recordAudit(ctx, {
    action: 'role_added',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    after: { role },
  })
  await tellInviters(ctx, row)
  return payment_number === undefined
    ? presentUser(row)
    : applyChanges(ctx, { payment_number }, onNumberChanged)
}

export async function switchRole(ctx: UserCtx, role: Role): Promise<User> {
  const roles = rolesOf(await lockSelf(ctx))
  if (!roles.includes(role)) throw new Refusal('forbidden')
  if (roles[0] !== role)
    await recordAudit(ctx, {
      action: 'role_switched',
      actor: ctx.user,
      subject: { type: 'user', id: ctx.user.id },
      before: { role: roles[0] },
      after: { role },
    })
  return presentUser(await setRoles(ctx.tx, ctx.user.id, [role, ...roles.filter((other) => other !== role)]))
}
