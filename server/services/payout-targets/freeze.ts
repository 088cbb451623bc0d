/** "This was not me": the target goes, everybody is signed out, and nothing is paid out until the team has looked. */
import { lockUser } from '#server/repositories/account.ts'
import { consumeFreezeLink, freezePayouts, retireTarget } from '#server/repositories/payout-targets.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'

/** By the mailed token, once; also when the target was changed again since: whoever did that is not the owner either. */
export async function freezeByLink(ctx: Ctx, freezeHash: Buffer): Promise<boolean> {
  const target = await consumeFreezeLink(ctx.tx, freezeHash)
  const user = target && (await lockUser(ctx.tx, target.user_id))
  if (!user) return false
  await freezePayouts(ctx.tx, user.id)
  const retired = await retireTarget(ctx.tx, user.id, { because: 'not_me', at: new Date(ctx.now) })
  await deleteSessionsOf(ctx.tx, user.id)
  await recordAudit(ctx, {
    action: 'payouts_frozen',
    actor: null,
    subject: { type: 'user', id: user.id },
    before: { address: retired?.address_masked ?? target.address_masked },
  })
  return true
}
