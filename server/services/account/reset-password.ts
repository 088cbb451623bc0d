/**
 * Reset a password by an emailed link that works once, for an hour. The request does not reveal whether the account
 * exists. A new link and a used one void the others; all sessions end; the payment number, the payout target and the
 * account at a provider have to be set again, since whoever had the account before may have set them.
 */
import { invalid, rateLimited } from '#core/errors.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { hashPassword } from '#server/lib/passwords.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { updateUser } from '#server/repositories/account.ts'
import { consumeLink, findLinkUserId, voidMailedLinks } from '#server/repositories/account-links.ts'
import { findCurrentTarget, takeOutTargets } from '#server/repositories/payout-targets.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { findUserByEmail, setPassword, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type InTransaction, sessionUser } from '#server/services/context.ts'
import { countFailure, tryKey } from './failed-tries.ts'
import { lockLinkOwner, proveMailbox } from './mailbox.ts'
import { type LinkKind, mailLink } from './mailed-link.ts'
import { forgetOtherOrigins, networkOf } from './origins.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { tellPasswordChanged } from './sign-in-emails.ts'

const uidOf = (id: number | null): string => Buffer.from(String(id ?? 0)).toString('base64url')

const RESET_LINK: LinkKind = {
  table: 'password_reset',
  minutes: 60,
  emails: 3,
  action: 'password_reset_requested',
  compose: ({ settings }, { id, locale }, placeholder) => ({
    subject: m.email_reset_subject({}, { locale }),
    headline: m.email_reset_headline({}, { locale }),
    body: [m.email_reset_once({}, { locale })],
    link: `${settings.publicUrl}/password/reset/confirm/${uidOf(id)}/${placeholder}`,
    linkLabel: m.email_reset_open({}, { locale }),
  }),
}

export async function requestReset(ctx: Ctx, email: string, limitFactor: number): Promise<void> {
  const user = await findUserByEmail(ctx.tx, email)
  await mailLink(ctx, RESET_LINK, { user, typed: email, limitFactor })
}

export interface ResetInput {
  readonly uid: string
  readonly token: string
  readonly password: string
  readonly limitFactor: number
  /** The one at a provider; answers the bank account that went, shortened. */
  readonly takeOutAccount: (ctx: Ctx, userId: number) => Promise<string | null>
}

/** Links that do not work from one address for one account before the next ones wait. */
const FREE_FAILURES = 10
const LONGEST_WAIT_SECONDS = 30

/**
 * Before the password is hashed. Failures alone are counted: whoever shares an address with the owner and guesses at
 * their account, or at others, must not keep the link in the owner's mail from working.
 */
async function refuseDeadLink(
  inTransaction: InTransaction<Ctx>,
  { id, token, limitFactor }: { id: number; token: string; limitFactor: number },
): Promise<void> {
  const attempt = await inTransaction(async (ctx) => {
    if ((await findLinkUserId(ctx.tx, 'password_reset', tokenHash(token))) === id) return null
    const key = tryKey('reset', String(id), networkOf(ctx.origin?.address ?? ''))
    const free = FREE_FAILURES * limitFactor
    return countFailure(ctx, [{ key, free, longestWaitSeconds: LONGEST_WAIT_SECONDS }])
  })
  if (attempt === null) return
  if (attempt.waitSeconds > 0) throw rateLimited(attempt.waitSeconds)
  throw invalid({ token: ['reset_token'] })
}

export async function confirmReset(
  inTransaction: InTransaction<Ctx>,
  { uid, token, password, limitFactor, takeOutAccount }: ResetInput,
): Promise<void> {
  const id = Number(Buffer.from(uid, 'base64url').toString('utf8'))
  await refuseDeadLink(inTransaction, { id, token, limitFactor })
  const passwordHash = await hashPassword(password)
  await inTransaction(async (ctx) => {
    // the account is locked before its link, as where links are made
    const user = Number.isSafeInteger(id) ? await lockLinkOwner(ctx, id) : undefined
    if (!user || !(await consumeLink(ctx.tx, 'password_reset', { tokenHash: tokenHash(token), userId: id })))
      throw invalid({ token: ['reset_token'] })
    await refuseGuessable(ctx, { password, field: 'new_password', person: user })
    await proveMailbox(ctx, user)
    await setPassword(ctx.tx, id, passwordHash)
    await voidMailedLinks(ctx.tx, id)
    await deleteSessionsOf(ctx.tx, id)
    await forgetOtherOrigins(ctx, id)
    await clearPaymentNumber(ctx, user)
    await recordAudit(ctx, {
      action: 'password_changed',
      actor: sessionUser(user),
      subject: { type: 'user', id },
    })
    const places = [await clearTargets(ctx, user), await takeOutAccount(ctx, id)]
    const target = places.filter(Boolean).join(', ') || null
    await tellPasswordChanged(ctx, user, { number: user.payment_number, target })
  })
}

async function clearPaymentNumber(ctx: Ctx, user: UserRow): Promise<void> {
  if (user.payment_number === null) return
  await updateUser(ctx.tx, user.id, { payment_number: null })
  await recordAudit(ctx, {
    action: 'payment_number_cleared',
    actor: sessionUser(user),
    subject: { type: 'user', id: user.id },
    before: { payment_number: maskedAccount(user.payment_number) },
  })
}

/** Answers the address that went, shortened: the current one, though those of before go too. */
async function clearTargets(ctx: Ctx, user: UserRow): Promise<string | null> {
  const target = await findCurrentTarget(ctx.tx, user.id)
  await takeOutTargets(ctx.tx, user.id, { because: 'reset', at: new Date(ctx.now) })
  if (!target) return null
  await recordAudit(ctx, {
    action: 'payout_target_retired',
    actor: sessionUser(user),
    subject: { type: 'user', id: user.id },
    before: { address: target.address_masked },
    after: { because: 'reset' },
  })
  return target.address_masked
}
