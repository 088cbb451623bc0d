/** Sessions: opaque tokens, stored hashed; 12 hours, or 30 days with remember-me. */
import type { User } from '../../../core/contract/auth.ts'
import type { Timed, Tx } from '../../db/transaction.ts'
import type { Held } from '../../repositories/idempotency.ts'
import * as sessions from '../../repositories/sessions.ts'
import type { UserRow } from '../../repositories/users.ts'
import { newToken, tokenHash } from '../../tokens.ts'
import type { Ctx, SessionUser } from '../context.ts'

const SHORT_HOURS = 12
const LONG_HOURS = 30 * 24

/** Opens a session and answers its token, which is shown this once and stored nowhere. */
export async function openSession(
  ctx: Ctx,
  userId: number,
  { remember, device }: { remember: boolean; device: string | null },
): Promise<string> {
  const token = newToken()
  const hours = remember ? LONG_HOURS : SHORT_HOURS
  await sessions.insertSession(ctx.tx, { tokenHash: tokenHash(token), userId, remember, hours, device })
  return token
}

export const endSession = (ctx: Ctx, token: string) => sessions.deleteSession(ctx.tx, tokenHash(token))

export interface Entry extends Timed {
  readonly user: SessionUser | null
  readonly held: Held | null
}

/** What a call with a token is judged by: the time, who asks, and his key, taken for this transaction. */
export async function enter(tx: Tx, token: string, key: string | null): Promise<Entry> {
  const { now, user, held } = await sessions.enter(tx, tokenHash(token), key)
  return { now, user: user ? sessionUser(user) : null, held }
}

export const sessionUser = (row: UserRow): SessionUser => ({
  id: row.id,
  userType: row.user_type,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber: row.phone_number,
  paymentNumber: row.payment_number,
  businessName: row.business_name,
  locale: row.locale,
})

/** The user as the wire has it: never a password or a hash. */
export const presentUser = (row: UserRow): User => presentSessionUser(sessionUser(row))

export const presentSessionUser = (user: SessionUser): User => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  phone_number: user.phoneNumber,
  payment_number: user.paymentNumber,
  business_name: user.businessName,
  user_type: [user.userType],
})
