/** Delete an account, by its owner and with the password once more. */
import { confirmPassword, type PasswordAgain } from '#server/services/account/confirm-password.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { eraseAccount } from './erase-account.ts'

/** Answers until when the rest is retained. */
export async function deleteAccount(
  inTransaction: InTransaction<UserCtx>,
  again: PasswordAgain,
): Promise<number> {
  await confirmPassword(inTransaction, again)
  return inTransaction((ctx) => eraseAccount(ctx, { actor: ctx.user }))
}
