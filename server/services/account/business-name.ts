/** A buyer chooses a business by its name, so no two may look alike, and none changes under an open deal. */
import { invalid } from '#core/errors.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { nameSkeletons } from '#server/lib/name-skeleton.ts'
import { countOpenDeals } from '#server/repositories/account.ts'
import {
  claimBusinessName,
  freeBusinessName,
  listUnclaimedNames,
} from '#server/repositories/business-names.ts'
import { listOffersTo } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'

/** Throws a 400 beside the field when another business looks like it. */
export async function claimName(ctx: Ctx, userId: number, name: string): Promise<void> {
  if (!(await claimBusinessName(ctx.tx, userId, nameSkeletons(name))))
    throw invalid({ business_name: ['business_taken'] })
}

export async function renameBusiness(ctx: Ctx, userId: number, name: string): Promise<void> {
  const offers = await listOffersTo(ctx.tx, userId)
  if (offers.length > 0 || (await countOpenDeals(ctx.tx, userId)) > 0)
    throw invalid({ business_name: ['business_open'] })
  await claimName(ctx, userId, name)
}

const BATCH = 200

/** Names from before they were compared. Answers how many look like an older one, which they keep beside it. */
export async function claimOldNames(runInTransaction: RunInTransaction): Promise<number> {
  let after = 0
  let taken = 0
  for (;;) {
    const batch = await runInTransaction(async (tx) => {
      const rows = await listUnclaimedNames(tx, { after, limit: BATCH })
      let refused = 0
      for (const { id, name } of rows) {
        if (await claimBusinessName(tx, id, nameSkeletons(name))) continue
        // half a claim would keep others from names that it does not have
        await freeBusinessName(tx, id)
        refused += 1
      }
      return { last: rows.at(-1)?.id, refused }
    })
    if (batch.last === undefined) return taken
    after = batch.last
    taken += batch.refused
  }
}
