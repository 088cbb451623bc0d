/**
 * A followed link proves the address that it was mailed to, where addresses are checked: whoever opened the account with
 * the address of another is signed out, and whoever else merely typed it loses it.
 */
import { lockAccountsOf, loseEmail, markEmailProved } from '#server/repositories/contacts.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'

/** Before the link is used: with all accounts that name its address, in one order, so that two proofs of it queue. */
export async function lockLinkOwner(ctx: Ctx, userId: number): Promise<UserRow | undefined> {
  const user = await findUser(ctx.tx, userId)
  if (!user) return undefined
  const accounts = await lockAccountsOf(ctx.tx, { kind: 'email', value: user.email, userId })
  return accounts.find(({ id }) => id === userId)
}

/** After it: links die with a change of the address, so it is the one that the mail went to. */
export async function proveMailbox(ctx: Ctx, user: UserRow): Promise<void> {
  const isProved = user.email_verified_at !== null || user.email_unchecked
  if (ctx.settings.verification === 'off' || isProved) return
  const accounts = await lockAccountsOf(ctx.tx, { kind: 'email', value: user.email, userId: user.id })
  const others = accounts.filter(({ id }) => id !== user.id)
  if (others.some((other) => other.email_verified_at !== null || other.email_unchecked)) return
  await loseEmail(
    ctx.tx,
    others.map(({ id }) => id),
  )
  await markEmailProved(ctx.tx, user.id, user.email)
  await deleteSessionsOf(ctx.tx, user.id)
  await recordAudit(ctx, {
    action: 'email_verified',
    actor: sessionUser(user),
    subject: { type: 'user', id: user.id },
    after: { how: 'mailed link' },
  })
}
