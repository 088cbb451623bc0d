/** The files of a deal that a viewer may know of. */
import type { Deal } from '../../../core/contract/deals.ts'
import { listFiles } from '../../repositories/files.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../deals/viewer.ts'
import { presentFiles } from './present.ts'

export const listDealFiles = async (ctx: Ctx, dealId: string, viewer: Viewer): Promise<Deal['files']> =>
  presentFiles(await listFiles(ctx.tx, dealId), viewer)
