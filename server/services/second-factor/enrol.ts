/** Setting up the authenticator app. The old one counts until the new one has shown that it works. */

import type { Answer } from '#core/contract/endpoint.ts'
import type { beginTotp as endpoint, SecondFactor } from '#core/contract/second-factor.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { qrCode } from '#server/lib/qr-code.ts'
import {
  confirmSecret,
  findSecondFactors,
  lockEnrolment,
  lockTotp,
  markEnrolled,
  putPendingSecret,
} from '#server/repositories/second-factors.ts'
import { markSecondFactor } from '#server/repositories/sessions.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { requireRecentSecondFactor } from '#server/services/authorisation.ts'
import type { UserCtx } from '#server/services/context.ts'
import { openSeed, sealSeed } from '#server/services/sealed-secrets.ts'
import { tellOfSecondFactor } from './emails.ts'
import { rememberFactorOrigin } from './limits.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { newTotpKey, stepOfCode } from './totp.ts'

/** Whoever has one shows it before it is replaced: a password alone must not put another in its place. */
export async function requirePresent(ctx: UserCtx): Promise<void> {
  const hasSecondFactor = await lockEnrolment(ctx.tx, ctx.user.id)
  if (hasSecondFactor) requireRecentSecondFactor({ ...ctx, user: { ...ctx.user, hasSecondFactor } })
}

export async function beginTotp(ctx: UserCtx): Promise<Answer<typeof endpoint>> {
  await requirePresent(ctx)
  const { bytes, key, uri } = newTotpKey(ctx.user.email || ctx.user.phoneNumber)
  await putPendingSecret(ctx.tx, ctx.user.id, sealSeed(ctx.settings, ctx.user.id, bytes))
  return { key, uri, qr: await qrCode(uri) }
}

/** Answers the recovery codes. The session that has set it up has shown it. */
export async function confirmTotp(ctx: UserCtx, code: string): Promise<{ recovery_codes: string[] }> {
  await requirePresent(ctx)
  const totp = await lockTotp(ctx.tx, ctx.user.id)
  if (!totp?.pending_secret) throw new Refusal('wrong_state')
  const step = stepOfCode(openSeed(ctx.settings, ctx.user.id, totp.pending_secret), code, totp.now)
  if (step === null) throw invalid({ code: ['second_factor_wrong'] })
  await confirmSecret(ctx.tx, ctx.user.id, step)
  await tellOfSecondFactor(ctx, ctx.user.id, 'set_up')
  return { recovery_codes: await completeEnrolment(ctx, 'totp') }
}

/** Answers the recovery codes. */
export async function completeEnrolment(ctx: UserCtx, how: 'totp' | 'passkey'): Promise<string[]> {
  await markEnrolled(ctx.tx, ctx.user.id)
  if (ctx.sessionHash) await markSecondFactor(ctx.tx, ctx.sessionHash)
  await rememberFactorOrigin(ctx)
  await recordAudit(ctx, {
    action: 'second_factor_enrolled',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    after: { how },
  })
  return issueRecoveryCodes(ctx)
}

export async function renewRecoveryCodes(ctx: UserCtx): Promise<{ recovery_codes: string[] }> {
  if (!ctx.user.hasSecondFactor) throw new Refusal('wrong_state')
  return { recovery_codes: await issueRecoveryCodes(ctx) }
}

export async function secondFactorState(ctx: UserCtx): Promise<SecondFactor> {
  const { has_totp, passkeys, recovery_codes_left } = await findSecondFactors(ctx.tx, ctx.user.id)
  return {
    demanded: ctx.settings.secondFactor === 'demanded',
    enrolled: ctx.user.hasSecondFactor,
    passed: typeof ctx.secondFactorAgeMs === 'number',
    totp: has_totp,
    passkeys,
    recovery_codes_left,
  }
}
