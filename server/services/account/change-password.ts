/** A new password, by somebody who is signed in and knows the old one. Every other device is signed out. */
import { invalid, Refusal } from '#core/errors.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { deleteOtherSessions, lockUser } from '#server/repositories/account.ts'
import { voidMailedLinks } from '#server/repositories/account-links.ts'
import { setPassword } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { confirmPassword } from './confirm-password.ts'
import { forgetOtherOrigins } from './origins.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { tellPasswordChangedByOwner } from './sign-in-emails.ts'

export interface PasswordChange {
  readonly password: string
  readonly newPassword: string
  readonly limitFactor: number
}

export async function changePassword(
  inTransaction: InTransaction<UserCtx>,
  { password, newPassword, limitFactor }: PasswordChange,
): Promise<void> {
  const oldHash = await confirmPassword(inTransaction, { password, limitFactor })
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(async (ctx) => {
    const user = await lockUser(ctx.tx, ctx.user.id)
    if (!user || !ctx.sessionHash) throw new Refusal('unauthenticated')
    // another change came first: this one knew a password that is no longer the account's
    if (user.password_hash !== oldHash) throw invalid({ password: ['wrong_password'] })
    await refuseGuessable(ctx, { password: newPassword, field: 'new_password', person: user })
    await setPassword(ctx.tx, user.id, passwordHash)
    await voidMailedLinks(ctx.tx, user.id)
    await deleteOtherSessions(ctx.tx, user.id, ctx.sessionHash)
    await forgetOtherOrigins(ctx, user.id)
    const subject = { type: 'user', id: user.id }
    await recordAudit(ctx, {
      action: 'password_changed',
      actor: ctx.user,
      subject,
      after: { how: 'signed in' },
    })
    await tellPasswordChangedByOwner(ctx, user)
  })
}
