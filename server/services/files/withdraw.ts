/** Takes a file back: the other side sees only that there was one; the uploader and the team still open it. */
import { Refusal } from '#core/errors.ts'
import { namedFiles } from '#core/files.ts'
import { listEvents } from '#server/repositories/events.ts'
import { findFile, insertWithdrawal } from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { canOpen, presentFile } from './present.ts'

/**
 * `isLeftOut`: the terms do not name it any more, so that somebody else's is answered as it is instead of refused. Locked:
 * a delivery that names it at the same moment would shorten the time to check what nobody can open.
 */
export async function withdrawFile(ctx: UserCtx, input: { dealId: string; id: string; isLeftOut?: boolean }) {
  const { viewer } = await lockDealFor(ctx, input.dealId)
  const file = await findFile(ctx.tx, input.dealId, input.id)
  if (!file || !canOpen(ctx, file, viewer)) throw new Refusal('not_found')
  if (file.user_id !== ctx.user.id && !input.isLeftOut) throw new Refusal('forbidden')
  if (file.user_id !== ctx.user.id) return presentFile(ctx, file, viewer)
  if (await isNamed(ctx, input)) throw new Refusal('file_named')
  await insertWithdrawal(ctx.tx, file.id, new Date(ctx.now))
  const withdrawn = await findFile(ctx.tx, input.dealId, input.id)
  return presentFile(ctx, withdrawn ?? file, viewer)
}

async function isNamed({ tx }: UserCtx, { dealId, id }: { dealId: string; id: string }): Promise<boolean> {
  const events = await listEvents(tx, dealId)
  return events.some(({ data }) => namedFiles(data).includes(id))
}
