/**
 * Asks for the password again, for what a stolen session alone must not do. Failures delay this session alone, by the
 * figures of sign-in: whoever guesses in a stolen one keeps the owner out of nothing.
 */
import { createHash } from 'node:crypto'
import { invalid, rateLimited } from '#core/errors.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { forgiveFailure, lockFailures, setFailures } from '#server/repositories/sign-in-failures.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { delaySeconds, FREE, WINDOW_MS } from './sign-in-limits.ts'

export interface PasswordAgain {
  readonly password: string
  readonly limitFactor: number
}

/** Throws a 400 beside `password` when it is wrong, a 429 while the session waits. */
export async function confirmPassword(
  inTransaction: InTransaction<UserCtx>,
  { password, limitFactor }: PasswordAgain,
): Promise<void> {
  const { key, hash } = await inTransaction((ctx) => beginTry(ctx, limitFactor))
  if (await isPassword(hash, password)) {
    await inTransaction(({ tx }) => forgiveFailure(tx, { all: [key], one: [] }))
    return
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
async function beginTry(ctx: UserCtx, factor: number): Promise<{ key: Buffer; hash: string | null }> {
  const session = ctx.sessionHash?.toString('hex') ?? ''
  const key = createHash('sha256').update(`password again ${ctx.user.id} ${session}`).digest()
  const [count] = await lockFailures(ctx.tx, [key], WINDOW_MS)
  const waitMs = count?.waitMs ?? 0
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1_000))
  const failures = (count?.failures ?? 0) + 1
  await setFailures(ctx.tx, {
    key,
    failures,
    waitMs: delaySeconds(failures, FREE.address * factor) * 1_000,
  })
  const user = await findUser(ctx.tx, ctx.user.id)
  return { key, hash: user?.password_hash ?? null }
}
