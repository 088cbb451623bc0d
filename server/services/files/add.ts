/** Add files to a deal: asked before the bytes are taken in, and judged again when they are all there. */
import { Refusal } from '../../../core/errors.ts'
import { type FileType, MAX_FILES_A_SIDE } from '../../../core/files.ts'
import { findDeal, lockDeal } from '../../repositories/deals.ts'
import { countFiles, findFiles, insertFiles } from '../../repositories/files.ts'
import type { UserCtx } from '../context.ts'
import { requireViewer } from '../deals/viewer.ts'
import { presentFiles } from './present.ts'

export interface ReceivedFile {
  readonly id: string
  readonly name: string
  readonly type: FileType
  readonly size: number
  readonly sha256: string
  readonly tellsPlace: boolean
}

/** How many more files this side may add. */
export async function roomForFiles(ctx: UserCtx, dealId: string): Promise<number> {
  const found = await findDeal(ctx.tx, dealId)
  return room(ctx, found)
}

async function room(ctx: UserCtx, found: Awaited<ReturnType<typeof findDeal>>): Promise<number> {
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  // until somebody accepted there is nobody to show them to
  if (found.deal.agreed_at === null) throw new Refusal('wrong_state')
  const left = MAX_FILES_A_SIDE - (await countFiles(ctx.tx, found.deal.id, viewer))
  if (left <= 0) throw new Refusal('limit_reached')
  return left
}

export async function addFiles(
  ctx: UserCtx,
  input: { dealId: string; kind: string; files: readonly ReceivedFile[] },
) {
  const locked = await lockDeal(ctx.tx, input.dealId)
  if ((await room(ctx, locked)) < input.files.length) throw new Refusal('limit_reached')
  if (!locked) throw new Refusal('not_found')
  const side = requireViewer(locked.deal, ctx.user)
  await insertFiles(
    ctx.tx,
    input.files.map(({ tellsPlace, ...file }) => ({
      ...file,
      tells_place: tellsPlace,
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
