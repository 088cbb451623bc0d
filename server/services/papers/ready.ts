/** Which papers a deal is far enough for, for one of its people. The papers refuse by the same conditions. */
import type { PaperName } from '../../../core/contract/papers.ts'
import { isTerminal } from '../../../core/lifecycle/states.ts'
import type { Loaded } from '../../repositories/deals.ts'
import type { MovedFor } from '../../repositories/payments.ts'
import type { Viewer } from '../deals/viewer.ts'

export function papersReady(
  { deal, dispute }: Loaded,
  viewer: Viewer,
  { arrived, backTo }: MovedFor,
): PaperName[] {
  if (deal.agreed_at === null) return []
  const isBack = viewer === 'team' ? backTo.length > 0 : backTo.includes(viewer)
  const ready: [PaperName, boolean][] = [
    ['agreement', true],
    ['receipt', arrived],
    ['refund-advice', isBack],
    ['decision', dispute !== null && isTerminal(deal.status)],
  ]
  return ready.filter(([, isReady]) => isReady).map(([name]) => name)
}
