/** The files of a deal that a viewer may know of. */
import type { Deal } from '../../../core/contract/deals.ts'
import { Refusal } from '../../../core/errors.ts'
import { findDeal } from '../../repositories/deals.ts'
import { listFiles } from '../../repositories/files.ts'
import type { Ctx, UserCtx } from '../context.ts'
import { requireViewer, type Viewer } from '../deals/viewer.ts'
import { presentFiles } from './present.ts'

export const listDealFiles = async (ctx: Ctx, dealId: string, viewer: Viewer): Promise<Deal['files']> =>
  presentFiles(await listFiles(ctx.tx, dealId), viewer)

export async function listFilesOf(ctx: UserCtx, dealId: string): Promise<Deal['files']> {
  const found = await findDeal(ctx.tx, dealId)
  if (!found) throw new Refusal('not_found')
  return listDealFiles(ctx, dealId, requireViewer(found.deal, ctx.user))
}
