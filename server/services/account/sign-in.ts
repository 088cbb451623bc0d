/** Opens a session for somebody who has shown who they are, whichever way. Every sign-in goes through here. */
import type { SignedIn } from '#core/contract/auth.ts'
import { Refusal } from '#core/errors.ts'
import { lockUser } from '#server/repositories/account.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { secondFactorStep } from '#server/services/authorisation.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { rememberOrigin } from './origins.ts'
import { openSession, presentUser } from './session.ts'

export type SignInMethod = 'password' | 'mailed link'

export async function signIn(
  ctx: Ctx,
  user: UserRow,
  { remember, how }: { remember: boolean; how: SignInMethod },
): Promise<SignedIn> {
  const current = await lockUser(ctx.tx, user.id)
  // a password that was reset since it was looked at opens nothing
  if (current?.password_hash !== user.password_hash) throw new Refusal('bad_credentials')
  const token = await openSession(ctx, current, { remember, device: ctx.origin?.device ?? null })
  await rememberOrigin(ctx, user.id)
  await recordAudit(ctx, {
    action: 'sign_in',
    actor: sessionUser(current),
    subject: { type: 'user', id: user.id },
    after: { how, remember },
  })
  const step = secondFactorStep({ ...ctx, user: sessionUser(current), secondFactorAgeMs: null })
  return { token, user: presentUser(current), ...(step ? { second_factor: step } : {}) }
}
