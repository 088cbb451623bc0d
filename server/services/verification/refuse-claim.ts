/** The holder of a number that somebody else has proved says that it is theirs: by the mailed link, or signed in. */
import { Refusal } from '#core/errors.ts'
import { endClaimHold, objectToClaim } from '#server/repositories/contacts.ts'
import { findUser } from '#server/repositories/users.ts'
import { confirmPassword } from '#server/services/account/confirm-password.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, InTransaction, SessionUser, UserCtx } from '#server/services/context.ts'
import { tellClaimant } from './claim-notices.ts'
import { queueClaimRefusedEmail } from './emails.ts'
import { HOLD_HOURS } from './finish-change.ts'

/** Payouts wait so long after somebody has said that it was not them: time to set a new password. */
export const ALARM_HOURS = 72

/** False when there is no such claim. `actor`: null for whoever has the mailed link. */
export async function refuseClaim(
  ctx: Ctx,
  by: Parameters<typeof objectToClaim>[1],
  actor: SessionUser | null = null,
): Promise<boolean> {
  const claim = await objectToClaim(ctx.tx, by)
  if (!claim) return false
  await endClaimHold(ctx.tx, claim.holder_id, { changeHours: HOLD_HOURS, stopHours: ALARM_HOURS })
  await recordAudit(ctx, {
    action: 'phone_claim_refused',
    actor,
    subject: { type: 'user', id: claim.holder_id },
    after: { how: actor ? 'signed in' : 'by mail' },
  })
  const claimant = await findUser(ctx.tx, claim.claimant_id)
  if (claimant) {
    await queueClaimRefusedEmail(ctx, claimant, claim)
    await tellClaimant(ctx, claimant, claim)
  }
  return true
}

/** Asks for the password again: a stolen session must not keep a number that its owner gave up. */
export async function keepPhone(
  inTransaction: InTransaction<UserCtx>,
  { password, limitFactor }: { readonly password: string; readonly limitFactor: number },
): Promise<void> {
  await confirmPassword(inTransaction, { password, limitFactor })
  await inTransaction(async (ctx) => {
    if (!(await refuseClaim(ctx, { holderId: ctx.user.id }, ctx.user))) throw new Refusal('wrong_state')
  })
}
