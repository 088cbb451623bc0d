/** Shows the second factor: a code of the app or a recovery code, each used once. */
import type { SecondFactor } from '#core/contract/second-factor.ts'
import { invalid, Refusal, rateLimited } from '#core/errors.ts'
import { consumeRecoveryCode, consumeStep, lockTotp } from '#server/repositories/second-factors.ts'
import { markSecondFactor } from '#server/repositories/sessions.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { openSeed } from '#server/services/sealed-secrets.ts'
import { tellOfSecondFactor } from './emails.ts'
import { secondFactorState } from './enrol.ts'
import { beginFactorTry, forgiveFactorTry, rememberFactorOrigin } from './limits.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export const confirmSecondFactor = (ctx: UserCtx, code: string, limitFactor: number) =>
  tryFactor(ctx, limitFactor, async () => {
    const how = await consumeCode(ctx, code)
    return how ? { how } : { refusal: invalid({ code: ['second_factor_wrong'] }) }
  })

type FactorOutcome =
  | { readonly how: 'totp' | 'recovery_code' | 'passkey' }
  | { readonly refusal: Refusal; readonly detail?: Readonly<Record<string, unknown>> }

/** What is wrong is returned and not thrown: its failure has to be counted. */
export async function tryFactor(
  ctx: UserCtx,
  limitFactor: number,
  consume: () => Promise<FactorOutcome>,
): Promise<SecondFactor | Refusal> {
  if (!ctx.user.hasSecondFactor) throw new Refusal('wrong_state')
  const attempt = await beginFactorTry(ctx, limitFactor)
  if (attempt.waitSeconds > 0) return rateLimited(attempt.waitSeconds)
  const outcome = await consume()
  if ('refusal' in outcome) {
    await recordAudit(ctx, {
      action: 'second_factor_failed',
      actor: ctx.user,
      subject: { type: 'user', id: ctx.user.id },
      after: outcome.detail,
    })
    return outcome.refusal
  }
  await forgiveFactorTry(ctx, attempt)
  if (outcome.how === 'recovery_code') await tellOfSecondFactor(ctx, ctx.user.id, 'recovery_code')
  return passSecondFactor(ctx, outcome.how)
}

/** Which of the two it was; null when it is neither, or was used before. */
async function consumeCode(
  { tx, user, settings }: UserCtx,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const totp = await lockTotp(tx, user.id)
  const step = totp?.secret ? stepOfCode(openSeed(settings, user.id, totp.secret), code, totp.now) : null
  if (step !== null) return (await consumeStep(tx, user.id, step)) ? 'totp' : null
  return (await consumeRecoveryCode(tx, user.id, recoveryCodeHash(code))) ? 'recovery_code' : null
}

/** This session has shown it, now. */
async function passSecondFactor(
  ctx: UserCtx,
  how: 'totp' | 'recovery_code' | 'passkey',
): Promise<SecondFactor> {
  if (ctx.sessionHash) await markSecondFactor(ctx.tx, ctx.sessionHash)
  await rememberFactorOrigin(ctx)
  await recordAudit(ctx, {
    action: 'second_factor_passed',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    after: { how },
  })
  return secondFactorState({ ...ctx, secondFactorAgeMs: 0 })
}
