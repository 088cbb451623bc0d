/**
 * Change a number or an address. One that was never proved changes at once. A proved number asks for a code to it, or,
 * when it is lost, waits for 24 hours after a mail; a proved address is mailed a link that stops the change.
 */
import type { ContactKind } from '#core/contract/verification.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { lockUser } from '#server/repositories/account.ts'
import { voidMailedLinks } from '#server/repositories/account-links.ts'
import { findChange, makeChangeReady, openChange, replaceContact } from '#server/repositories/contacts.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { replaceCodes } from '#server/repositories/verifications.ts'
import { confirmPassword } from '#server/services/account/confirm-password.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { maskedContact } from './code.ts'
import { withRightCode } from './confirm-code.ts'
import { queueStopEmail } from './emails.ts'
import { requestCode } from './request-code.ts'
import type { VerificationDependencies } from './send-code.ts'

const LOST_NUMBER_HOURS = 24

interface ContactInput {
  readonly kind: ContactKind
  readonly value: string
  readonly password: string
  readonly oldNumberLost: boolean
}

type ChangeStep = 'replaced' | 'ask_old_number' | 'wait'

/** Asks for the password again: a stolen session alone changes nothing. */
export async function changeContact(
  inTransaction: InTransaction<UserCtx>,
  deps: VerificationDependencies,
  input: ContactInput,
): Promise<void> {
  await confirmPassword(inTransaction, { password: input.password, limitFactor: deps.rateLimitFactor })
  const step = await inTransaction((ctx) => beginChange(ctx, input))
  if (step === 'ask_old_number') await requestCode(inTransaction, deps, { kind: 'phone', purpose: 'leave' })
}

async function beginChange(ctx: UserCtx, input: ContactInput): Promise<ChangeStep> {
  if (ctx.settings.verification === 'off') throw new Refusal('wrong_state')
  const { kind, value } = input
  const user = await lockUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  const current = kind === 'phone' ? user.phone_number : user.email
  if (current === value) throw invalid({ [kind === 'phone' ? 'phone_number' : 'email']: ['same_contact'] })
  const isVerified = kind === 'phone' ? user.phone_verified_at !== null : user.email_verified_at !== null
  // the codes that are on their way prove the old number or address
  await replaceCodes(ctx.tx, { userId: user.id, kind })
  if (isVerified) return beginVerifiedChange(ctx, user, input)
  await replaceContact(ctx.tx, user.id, kind, value)
  if (kind === 'email') await voidMailedLinks(ctx.tx, user.id)
  await recordAudit(ctx, {
    action: kind === 'phone' ? 'phone_changed' : 'email_changed',
    actor: ctx.user,
    subject: { type: 'user', id: user.id },
    before: { [kind]: maskedContact(current) },
    after: { [kind]: maskedContact(value), verified: false },
  })
  return 'replaced'
}

async function beginVerifiedChange(
  ctx: UserCtx,
  user: UserRow,
  { kind, value, oldNumberLost }: ContactInput,
): Promise<ChangeStep> {
  // a code to the old number asks its holder; every other way is told by mail, with a link that stops it
  const asksOldNumber = kind === 'phone' && !oldNumberLost
  if (kind === 'phone' && oldNumberLost && user.email_verified_at === null)
    throw invalid({ old_number_lost: ['email_unverified'] })
  const current = kind === 'phone' ? user.phone_number : user.email
  const token = await newMailedToken(ctx)
  await openChange(ctx.tx, {
    userId: user.id,
    kind,
    oldValue: current,
    newValue: value,
    readyInHours: asksOldNumber ? null : kind === 'phone' ? LOST_NUMBER_HOURS : 0,
    stopHash: token.hash,
  })
  await recordAudit(ctx, {
    action: 'contact_change_begun',
    actor: ctx.user,
    subject: { type: 'user', id: user.id },
    before: { [kind]: maskedContact(current) },
    after: { [kind]: maskedContact(value), ...(asksOldNumber ? {} : { told_by: 'email' }) },
  })
  if (user.email_verified_at !== null) await queueStopEmail(ctx, { user, kind, value, token })
  return asksOldNumber ? 'ask_old_number' : 'wait'
}

/** The code that came to the old number: its holder agrees. */
export const releasePhone = (
  inTransaction: InTransaction<UserCtx>,
  deps: VerificationDependencies,
  code: string,
): Promise<void> =>
  withRightCode(inTransaction, deps, { kind: 'phone', purpose: 'leave', code }, async (ctx) => {
    const change = await findChange(ctx.tx, ctx.user.id, 'phone')
    if (!change) throw new Refusal('wrong_state')
    await makeChangeReady(ctx.tx, change.id)
  })
