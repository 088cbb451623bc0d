/** An address has been proved, by the code or by the link: whoever else had merely typed it loses it. */
import type { User } from '#core/contract/auth.ts'
import { invalid, Refusal } from '#core/errors.ts'
import {
  findChange,
  finishChange,
  lockAccountsOf,
  loseEmail,
  markEmailProved,
} from '#server/repositories/contacts.ts'
import { presentUser } from '#server/services/account/session.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { maskedContact } from './code.ts'
import { afterContactChange } from './finish-change.ts'

export const proveEmail = (
  ctx: Ctx & { readonly user: { readonly id: number } },
  email: string,
): Promise<User> => proveEmailOf(ctx, ctx.user.id, email)

/** Also for the mailed link, which is followed in any browser. */
export async function proveEmailOf(ctx: Ctx, userId: number, email: string): Promise<User> {
  const accounts = await lockAccountsOf(ctx.tx, { kind: 'email', value: email, userId })
  const own = accounts.find(({ id }) => id === userId)
  const change = await findChange(ctx.tx, userId, 'email')
  const isChange = change?.is_ready === true && change.new_value === email
  if (!own || (own.email !== email && !isChange)) throw new Refusal('wrong_state')
  const others = accounts.filter(({ id }) => id !== own.id)
  // told to whoever reads that mailbox alone
  if (others.some(({ email_verified_at }) => email_verified_at !== null))
    throw invalid({ email: ['email_taken'] })
  await loseEmail(
    ctx.tx,
    others.map(({ id }) => id),
  )
  const proved = await markEmailProved(ctx.tx, own.id, email)
  await recordAudit(ctx, {
    action: isChange ? 'email_changed' : 'email_verified',
    actor: sessionUser(own),
    subject: { type: 'user', id: own.id },
    ...(isChange ? { before: { email: maskedContact(own.email) } } : {}),
    after: { email: maskedContact(email) },
  })
  if (isChange) {
    await finishChange(ctx.tx, change.id)
    await afterContactChange(ctx, own, 'email')
  }
  return presentUser(proved)
}
