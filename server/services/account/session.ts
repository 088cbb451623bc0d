/** Sessions: opaque tokens, stored hashed; 12 hours, or 30 days with remember-me. The team's: 8 hours, 15 minutes idle. */
import type { User } from '#core/contract/auth.ts'
import type { TransactionStart, Tx } from '#server/db/transaction.ts'
import { newToken, tokenHash } from '#server/lib/tokens.ts'
import type { KeyClaim } from '#server/repositories/idempotency.ts'
import * as sessions from '#server/repositories/sessions.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, isTeam, type SessionUser, sessionUser, type UserCtx } from '#server/services/context.ts'

const SHORT_HOURS = 12
const LONG_HOURS = 30 * 24
const TEAM_HOURS = 8

/** Answers the token of the new session. Only its hash is stored. */
export async function openSession(
  ctx: Ctx,
  user: UserRow,
  { remember, device }: { remember: boolean; device: string | null },
): Promise<string> {
  const token = newToken()
  const hours = isTeam(sessionUser(user)) ? TEAM_HOURS : remember ? LONG_HOURS : SHORT_HOURS
  await sessions.insertSession(ctx.tx, {
    tokenHash: tokenHash(token),
    userId: user.id,
    remember,
    hours,
    device,
  })
  return token
}

export async function endSession(ctx: UserCtx, token: string): Promise<void> {
  await sessions.deleteSession(ctx.tx, tokenHash(token))
  const subject = { type: 'user', id: ctx.user.id }
  await recordAudit(ctx, { action: 'sign_out', actor: ctx.user, subject })
}

/** Somebody is at the screen: the minutes until an idle session ends begin anew. */
export const touchSession = (tx: Tx, token: string) => sessions.touchSession(tx, tokenHash(token))

export interface AuthenticatedRequest extends TransactionStart {
  readonly user: SessionUser | null
  readonly claim: KeyClaim | null
  readonly secondFactorAgeMs: number | null
  readonly isTouchDue: boolean
}

/** The product time, the user of the token, and the claim of the idempotency key, if there is one. */
export async function authenticate(tx: Tx, token: string, key: string | null): Promise<AuthenticatedRequest> {
  const { user, ...request } = await sessions.authenticate(tx, tokenHash(token), key)
  return { ...request, user: user ? sessionUser(user) : null }
}

/** The wire form of a user: never a password or its hash. */
export const presentUser = (row: UserRow): User => presentSessionUser(sessionUser(row))

export const presentSessionUser = (user: SessionUser): User => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  phone_number: user.phoneNumber,
  payment_number: user.paymentNumber,
  business_name: user.businessName,
  user_type: [...user.roles],
  phone_verified: user.isPhoneVerified,
  email_verified: user.isEmailVerified,
})
