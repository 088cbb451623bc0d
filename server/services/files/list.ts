/** The files of a deal that a viewer may see. */
import type { Deal } from '../../../core/contract/deals.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../deals/viewer.ts'

export async function listDealFiles(_ctx: Ctx, _dealId: string, _viewer: Viewer): Promise<Deal['files']> {
  return []
}
