/** The evidence of a deal. What is inside is loaded when it is opened. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { wasAccepted } from '#web/features/deals/words/events.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'

const EvidenceFiles = lazyWithRetry(async () => (await import('./evidence-files.tsx')).EvidenceFiles)

export function EvidencePanel({ deal }: { deal: Deal }) {
  // Before the offer is accepted there is nobody to show files to.
  if (!wasAccepted(deal)) return null
  return (
    <Fold id="deal-proof" title={m.deal_proof()} late>
      <EvidenceFiles deal={deal} />
    </Fold>
  )
}
