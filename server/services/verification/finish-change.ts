/**
 * What goes with a number or address that is proved: the block of the number, and, where it takes the place of another,
 * money that waits and mails, since whoever did it may be a thief.
 */

import type { ContactKind } from '#core/contract/verification.ts'
import { deleteOtherSessions } from '#server/repositories/account.ts'
import { voidMailedLinks } from '#server/repositories/account-links.ts'
import { holdPayouts, markPhoneProved } from '#server/repositories/contacts.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { applyBlockedNumber } from '#server/services/account/blocked-number.ts'
import type { Ctx } from '#server/services/context.ts'
import { queueChangedEmail } from './emails.ts'

export const HOLD_HOURS = 24

/** `before`: the account as it was, with the address that is told. */
export async function afterContactChange(ctx: Ctx, before: UserRow, kind: ContactKind): Promise<void> {
  if (ctx.sessionHash) await deleteOtherSessions(ctx.tx, before.id, ctx.sessionHash)
  else await deleteSessionsOf(ctx.tx, before.id)
  if (kind === 'email') await voidMailedLinks(ctx.tx, before.id)
  await holdPayouts(ctx.tx, before.id, HOLD_HOURS)
  await queueChangedEmail(ctx, before, kind)
}

/** The number becomes that of the account, which has proved it; a block that goes with the number becomes the account's too. */
export async function givePhone(ctx: Ctx, userId: number, phone: string): Promise<UserRow> {
  const row = await markPhoneProved(ctx.tx, userId, phone)
  await applyBlockedNumber(ctx, row)
  return row
}
