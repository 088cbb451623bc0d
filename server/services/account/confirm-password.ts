/**
 * Asks for the password again, for what a stolen session alone must not do. Failures delay this session alone, by the
 * figures of sign-in: whoever guesses in a stolen one keeps the owner out of nothing.
 */
import { invalid, rateLimited } from '#core/errors.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { countFailure, forgetFailures, type TryCount, tryKey } from './failed-tries.ts'

const FREE = 10
const LONGEST_WAIT_SECONDS = 30

export interface PasswordAgain {
  readonly password: string
  readonly limitFactor: number
}

/** Answers the hash that it fits. Throws a 400 beside `password` when it is wrong, a 429 while the session waits. */
export async function confirmPassword(
  inTransaction: InTransaction<UserCtx>,
  { password, limitFactor }: PasswordAgain,
): Promise<string | null> {
  const { attempt, hash } = await inTransaction((ctx) => beginTry(ctx, limitFactor))
  if (await isPassword(hash, password)) {
    await inTransaction((ctx) => forgetFailures(ctx, attempt))
    return hash
  }
  await inTransaction((ctx) =>
    recordAudit(ctx, {
      action: 'sign_in_failed',
      actor: ctx.user,
      subject: { type: 'user', id: ctx.user.id },
      after: { how: 'password again' },
    }),
  )
  throw invalid({ password: ['wrong_password'] })
}

/** Counted before the password is looked at: tries at the same moment must not all pass below the limit. */
async function beginTry(ctx: UserCtx, factor: number): Promise<{ attempt: TryCount; hash: string | null }> {
  const session = ctx.sessionHash?.toString('hex') ?? ''
  const key = tryKey('password again', String(ctx.user.id), session)
  const attempt = await countFailure(ctx, [
    { key, free: FREE * factor, longestWaitSeconds: LONGEST_WAIT_SECONDS },
  ])
  if (attempt.waitSeconds > 0) throw rateLimited(attempt.waitSeconds)
  const user = await findUser(ctx.tx, ctx.user.id)
  return { attempt, hash: user?.password_hash ?? null }
}
