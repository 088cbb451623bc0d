/** A verified number or address has become another: whoever did it may be a thief, so money waits and mails go out. */

import type { ContactKind } from '#core/contract/verification.ts'
import { deleteOtherSessions } from '#server/repositories/account.ts'
import { voidMailedLinks } from '#server/repositories/account-links.ts'
import { holdPayouts } from '#server/repositories/contacts.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import type { UserRow } from '#server/repositories/users.ts'
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
