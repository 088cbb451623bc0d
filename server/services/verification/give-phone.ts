import { markPhoneProved } from '#server/repositories/contacts.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { applyBlockedNumber } from '#server/services/account/blocked-number.ts'
import type { Ctx } from '#server/services/context.ts'

/** The number becomes that of the account, which has proved it; a block that goes with the number becomes the account's too. */
export async function givePhone(ctx: Ctx, userId: number, phone: string): Promise<UserRow> {
  const row = await markPhoneProved(ctx.tx, userId, phone)
  await applyBlockedNumber(ctx, row)
  return row
}
