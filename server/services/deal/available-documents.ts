/** Which documents exist for this viewer at this stage of the deal. The documents refuse by the same conditions. */
import type { DocumentName } from '#core/contract/documents.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import type { Loaded } from '#server/repositories/deals.ts'
import type { MovedFor } from '#server/repositories/payments.ts'
import type { Viewer } from './viewer.ts'

export function availableDocuments(
  { deal, dispute }: Loaded,
  viewer: Viewer,
  { arrived, backTo }: MovedFor,
): DocumentName[] {
  if (deal.agreed_at === null) return []
  const isBack = viewer === 'team' ? backTo.length > 0 : backTo.includes(viewer)
  const ready: [DocumentName, boolean][] = [
    ['agreement', true],
    ['receipt', arrived],
    ['refund-advice', isBack],
    ['decision', dispute !== null && isTerminal(deal.status)],
  ]
  return ready.filter(([, isReady]) => isReady).map(([name]) => name)
}
