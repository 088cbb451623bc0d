/** What was claimed and stands in no statement of its days: its payer is told, with what their bank owes them, and the team. */
import { findDeal } from '#server/repositories/deals.ts'
import { claimUnseen, setClaimNotFound } from '#server/repositories/payment-claims.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { notifyOfUnseenClaim } from '#server/services/notifications/claim-notifications.ts'

const BATCH = 20

/** The claim may still be found: a line that names it later is taken as any other. */
export async function endUnseenClaims(inTransaction: InTransaction<Ctx>): Promise<void> {
  while ((await inTransaction(endBatch)) === BATCH);
}

async function endBatch(ctx: Ctx): Promise<number> {
  const claims = await claimUnseen(ctx.tx, BATCH)
  for (const claim of claims) {
    await setClaimNotFound(ctx.tx, claim.id)
    const loaded = await findDeal(ctx.tx, claim.deal_id)
    if (loaded) await notifyOfUnseenClaim(ctx, loaded.deal, claim)
  }
  return claims.length
}
