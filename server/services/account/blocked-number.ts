/**
 * The block of a person stays with the number that they have proved: otherwise whoever deletes a blocked account, or lets
 * another one claim its number, begins again without it.
 */
import { keyedHash } from '#server/lib/sealed-text.ts'
import { newToken } from '#server/lib/tokens.ts'
import {
  clearBlockedNumber,
  findBlockedNumber,
  setBlockedNumber,
} from '#server/repositories/blocked-numbers.ts'
import { setBlocked } from '#server/repositories/people.ts'
import { hasPhone, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { isPhoneTrusted } from '#server/services/authorisation.ts'
import { type Ctx, isTeam, sessionUser } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

async function hashOf(ctx: Ctx, phone: string): Promise<Buffer> {
  const secret = await sealedSecret(ctx, 'blocked-numbers', newToken())
  return keyedHash(Buffer.from(secret), phone)
}

const isOwnPhone = (ctx: Ctx, row: UserRow): boolean => hasPhone(row) && isPhoneTrusted(ctx, sessionUser(row))

/** Before an account is deleted or loses its number. A number that it merely typed stays free of the block. */
export async function keepBlockedNumber(ctx: Ctx, row: UserRow): Promise<void> {
  if (row.blocked_at && isOwnPhone(ctx, row))
    await setBlockedNumber(ctx.tx, row.id, await hashOf(ctx, row.phone_number))
}

/** After an account has got its number. */
export async function applyBlockedNumber(ctx: Ctx, row: UserRow): Promise<void> {
  if (row.blocked_at || isTeam(sessionUser(row))) return
  const blockedId = await findBlockedNumber(ctx.tx, await hashOf(ctx, row.phone_number))
  if (blockedId === undefined) return
  const reason = `Has the number of account #${blockedId}, which was blocked`
  await setBlocked(ctx.tx, row.id, { blocked_at: new Date(ctx.now), blocked_because: reason })
  const subject = { type: 'user', id: row.id }
  await recordAudit(ctx, { action: 'account_blocked', actor: null, subject, after: { reason } })
}

/** When the team unblocks an account. */
export async function forgetBlockedNumber(ctx: Ctx, row: UserRow): Promise<void> {
  if (row.blocked_number_hash) await clearBlockedNumber(ctx.tx, row.blocked_number_hash)
  if (isOwnPhone(ctx, row)) await clearBlockedNumber(ctx.tx, await hashOf(ctx, row.phone_number))
}
