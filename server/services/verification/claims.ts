/** Claimed numbers whose three days are over: nobody objected, so they go to who proved them. */
import {
  claimDueClaims,
  findChange,
  finishChange,
  finishClaim,
  lockAccountsOf,
  losePhone,
  type NumberClaimRow,
} from '#server/repositories/contacts.ts'
import { keepBlockedNumber } from '#server/services/account/blocked-number.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import { maskedContact } from './code.ts'
import { afterContactChange, givePhone } from './finish-change.ts'

/** Answers how many were settled; fewer than `limit` when none is left. */
export async function settleDueClaims(ctx: Ctx, limit: number): Promise<number> {
  const claims = await claimDueClaims(ctx.tx, limit)
  for (const claim of claims) await settle(ctx, claim)
  return claims.length
}

/** Running deals and money of the account that had it stay with that account. */
async function settle(ctx: Ctx, claim: NumberClaimRow): Promise<void> {
  const { phone_number: value, claimant_id: claimantId } = claim
  await finishClaim(ctx.tx, claim.id)
  const accounts = await lockAccountsOf(ctx.tx, { kind: 'phone', value, userId: claimantId })
  const claimant = accounts.find(({ id }) => id === claimantId)
  const change = await findChange(ctx.tx, claimantId, 'phone')
  const isChange = change?.is_ready === true && change.new_value === value
  // the claimant has another number by now, has begun to change to a third, or is gone
  if (!claimant || !(claimant.phone_number === value || isChange)) return
  const others = accounts.filter(({ id }) => id !== claimantId)
  for (const other of others) await keepBlockedNumber(ctx, other)
  await losePhone(
    ctx.tx,
    others.map(({ id }) => id),
  )
  await givePhone(ctx, claimantId, value)
  if (isChange) {
    await finishChange(ctx.tx, change.id)
    await afterContactChange(ctx, claimant, 'phone')
  }
  await recordAudit(ctx, {
    action: 'phone_verified',
    actor: null,
    subject: { type: 'user', id: claimantId },
    before: { holder: claim.holder_id },
    after: { phone: maskedContact(value) },
  })
}
