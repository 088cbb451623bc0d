/** Adds files to a deal: the limit is checked before the upload, and again under the lock when all bytes are there. */
import { Refusal } from '#core/errors.ts'
import { MAX_FILES_A_SIDE } from '#core/files.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import { countFiles, findFiles, insertFiles } from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor, lockDealFor, type ViewedDeal } from '#server/services/deal/load.ts'
import { presentFiles } from './present.ts'

/** How many more files this side may add. */
export async function remainingUploads(ctx: UserCtx, dealId: string): Promise<number> {
  return remainingFor(ctx, await getDealFor(ctx, dealId))
}

async function remainingFor(ctx: UserCtx, { deal, viewer }: ViewedDeal): Promise<number> {
  // before somebody has accepted, nobody else could open them
  if (deal.agreed_at === null) throw new Refusal('wrong_state')
  const left = MAX_FILES_A_SIDE - (await countFiles(ctx.tx, deal.id, viewer))
  if (left <= 0) throw new Refusal('limit_reached')
  return left
}

export async function addFiles(
  ctx: UserCtx,
  input: { dealId: string; kind: string; files: readonly ReceivedFile[] },
) {
  const locked = await lockDealFor(ctx, input.dealId)
  if ((await remainingFor(ctx, locked)) < input.files.length) throw new Refusal('limit_reached')
  const side = locked.viewer
  await insertFiles(
    ctx.tx,
    input.files.map(({ hasLocation, ...file }) => ({
      ...file,
      has_location: hasLocation,
      deal_id: input.dealId,
      user_id: ctx.user.id,
      side,
      kind: input.kind,
      at: new Date(ctx.now),
    })),
  )
  const ids = input.files.map((file) => file.id)
  return presentFiles(await findFiles(ctx.tx, input.dealId, ids), side)
}
