/** Which papers a deal is far enough for, for one of its people. The papers refuse by the same conditions. */
import type { PaperName } from '../../../core/contract/papers.ts'
import { isTerminal } from '../../../core/lifecycle/states.ts'
import type { Loaded } from '../../repositories/deals.ts'
import { movedFor } from '../../repositories/payments.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../deals/viewer.ts'

export async function papersReady(ctx: Ctx, loaded: Loaded, viewer: Viewer): Promise<PaperName[]> {
  const { deal, dispute } = loaded
  if (deal.agreed_at === null) return []
  const { arrived, backTo } = await movedFor(ctx.tx, deal.id)
  const isBack = viewer === 'team' ? backTo.length > 0 : backTo.includes(viewer)
  const ready: [PaperName, boolean][] = [
    ['agreement', true],
    ['receipt', arrived],
    ['refund-advice', isBack],
    ['decision', dispute !== null && isTerminal(deal.status)],
  ]
  return ready.filter(([, isReady]) => isReady).map(([name]) => name)
}
