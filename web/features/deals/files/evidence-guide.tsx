/** What to record on video when goods are packed or unpacked, step by step. With a return both sides do both. */
import type { Deal } from '#core/contract/deals.ts'
import type { EvidenceKind } from '#core/disputes.ts'
import { m } from '#messages/compiled/messages.js'

const PACK = [m.deal_pack_1, m.deal_pack_2, m.deal_pack_3, m.deal_pack_4]
const UNBOX = [m.deal_unbox_1, m.deal_unbox_2, m.deal_unbox_3, m.deal_unbox_4]

const hasReturn = ({ status, return_tracking }: Deal): boolean =>
  status === 'returning' || return_tracking !== null

/** The payee packs, until the goods are returned. */
const isPacking = (deal: Deal): boolean => (deal.me === 'payee') !== hasReturn(deal)

const videoKind = (deal: Deal): EvidenceKind => (isPacking(deal) ? 'packing_video' : 'unboxing_video')

/** What a file most likely shows, by what it is: a photo is never filed as a film. A document may show anything. */
export function likelyKind(deal: Deal, { type }: Pick<File, 'type'>, action?: string): EvidenceKind {
  if (deal.me === 'team') return 'other'
  if (deal.track === 'services') return deal.me === 'payee' ? 'deliverable_file' : 'other'
  if (type.startsWith('video/')) return videoKind(deal)
  if (action === 'deliver') return 'delivery_proof'
  return type.startsWith('image/') ? 'product_photo' : 'other'
}

export function EvidenceGuide({ deal }: { deal: Deal }) {
  if (deal.track !== 'shopping' || deal.me === 'team') return null
  const steps = isPacking(deal) ? PACK : UNBOX
  return (
    <details className="deal__rules">
      <summary>{isPacking(deal) ? m.deal_pack() : m.deal_unbox()}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step()}>{step()}</li>
        ))}
      </ol>
    </details>
  )
}
