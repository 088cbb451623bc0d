/** Sessions: opaque tokens, stored hashed; 12 hours, or 30 days with remember-me. */
import type { User } from '../../../core/contract/auth.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Held } from '../../repositories/idempotency.ts'
import {
  deleteSession,
  findSessionUser,
  findSessionUserTakingKey,
  insertSession,
} from '../../repositories/sessions.ts'
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
  await insertSession(ctx.tx, { tokenHash: tokenHash(token), userId, remember, hours, device })
  return token
}

export const endSession = (ctx: Ctx, token: string) => deleteSession(ctx.tx, tokenHash(token))

export async function findSession(tx: Tx, token: string): Promise<SessionUser | null> {
  const row = await findSessionUser(tx, tokenHash(token))
  return row ? sessionUser(row) : null
}

/** Who asks, and his key taken for this transaction. */
export async function enterWithKey(
  tx: Tx,
  token: string,
  key: string,
): Promise<{ user: SessionUser | null; held: Held }> {
  const { user, held } = await findSessionUserTakingKey(tx, tokenHash(token), key)
  return { user: user ? sessionUser(user) : null, held }
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
