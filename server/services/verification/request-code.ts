/** Sends a code to a number or an address. The provider is asked between transactions: it may take seconds. */
import type { CodeSent, ContactKind } from '#core/contract/verification.ts'
import { Refusal } from '#core/errors.ts'
import { randomId } from '#server/lib/tokens.ts'
import { findChange } from '#server/repositories/contacts.ts'
import {
  insertVerification,
  lastUnknownProvider,
  lockSends,
  replaceCodes,
  type SendAttempt,
  type VerificationPurpose,
} from '#server/repositories/verifications.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { codeHmac, maskedContact, newCode } from './code.ts'
import { queueCodeEmail } from './emails.ts'
import { gapOf, limitSends } from './limits.ts'
import { type OpenedVerification, sendCode, type VerificationDependencies } from './send-code.ts'

export interface CodeRequest {
  readonly kind: ContactKind
  readonly purpose: VerificationPurpose
}

export async function requestCode(
  inTransaction: InTransaction<UserCtx>,
  deps: VerificationDependencies,
  request: CodeRequest,
): Promise<CodeSent> {
  const verification = await inTransaction((ctx) => openVerification(ctx, deps, request))
  if (request.kind === 'phone') await sendCode(inTransaction, deps, verification)
  return verification.answer
}

/** What is to be proved: the number of a change that may be finished, else the account's own. */
async function contactToProve(ctx: UserCtx, kind: ContactKind): Promise<string> {
  const change = await findChange(ctx.tx, ctx.user.id, kind)
  if (change?.is_ready) return change.new_value
  const isVerified = kind === 'phone' ? ctx.user.isPhoneVerified : ctx.user.isEmailVerified
  const value = kind === 'phone' ? ctx.user.phoneNumber : ctx.user.email
  if (isVerified || value === '') throw new Refusal('wrong_state')
  return value
}

async function contactOf(ctx: UserCtx, { kind, purpose }: CodeRequest): Promise<string> {
  if (purpose === 'prove') return contactToProve(ctx, kind)
  if (!ctx.user.isPhoneVerified) throw new Refusal('wrong_state')
  return ctx.user.phoneNumber
}

async function openVerification(
  ctx: UserCtx,
  { rateLimitFactor: factor, warn }: VerificationDependencies,
  request: CodeRequest,
): Promise<OpenedVerification> {
  if (ctx.settings.verification === 'off') throw new Refusal('wrong_state')
  await lockSends(ctx.tx)
  const { kind, purpose } = request
  const value = await contactOf(ctx, request)
  const of = { userId: ctx.user.id, kind }
  const attempt: SendAttempt = { ...of, value, address: ctx.origin?.address ?? null }
  const onSiteLimit = () => warn('too many codes within an hour, none is sent: possible SMS pumping')
  await limitSends(ctx, attempt, { factor, onSiteLimit })
  const notFirst = await lastUnknownProvider(ctx.tx, of)
  await replaceCodes(ctx.tx, of)
  const [id, code] = [randomId(), newCode()]
  const mailed = kind === 'email' ? await queueCodeEmail(ctx, { id, to: value, code }) : null
  await insertVerification(ctx.tx, {
    ...{ id, kind, purpose, value, user_id: ctx.user.id, address: attempt.address },
    code_hmac: await codeHmac(ctx, { id, code }),
    token_hash: mailed?.tokenHash ?? null,
    outcome: mailed ? 'sent' : 'sending',
  })
  const answer = { to: maskedContact(value), resend_after: await gapOf(ctx, attempt, factor) }
  return { id, to: value, code, locale: ctx.user.locale, notFirst, answer }
}
