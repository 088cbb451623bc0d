/** Reasons, remedies and kinds of evidence. Codes on the wire; words in messages/. */
import type { Track } from './ids.ts'
import type { Party } from './lifecycle/states.ts'

export interface DisputeReason {
  readonly code: string
  readonly track: Track | 'both'
}
const both = (code: string): DisputeReason => ({ code, track: 'both' })
const shopping = (code: string): DisputeReason => ({ code, track: 'shopping' })
const services = (code: string): DisputeReason => ({ code, track: 'services' })

export const DISPUTE_REASONS: readonly DisputeReason[] = [
  both('not_received'),
  both('not_as_described'),
  shopping('damaged_defective'),
  shopping('counterfeit'),
  both('partial_delivery'),
  services('quality'),
  both('late'),
  both('refund_not_processed'),
  both('paid_twice'),
  both('wrong_amount'),
  both('debited_not_credited'),
  both('buyer_unresponsive'),
  both('seller_unresponsive'),
  services('scope_change'),
  services('non_payment_of_milestone'),
  both('fraud'),
]

export interface Remedy {
  readonly code: string
}
export const REMEDIES: readonly Remedy[] = [
  'full_refund',
  'full_release',
  'split',
  'partial_refund_keep_item',
  'return_then_refund',
  'redo',
  'replacement',
  'price_reduction',
  'cancel_with_fee',
].map((code) => ({ code }))

interface Complaint {
  readonly track: Track
  readonly by: Party
  /** The deal was delivered, or says so; before that nobody can have looked at it. */
  readonly isDelivered: boolean
}

/** What a form offers. Every reason of its track is taken all the same: none is wrong, most do not apply. */
export function likelyReasons({ track, by, isDelivered }: Complaint): readonly string[] {
  if (by === 'payee')
    return ['not_received', 'not_as_described', 'damaged_defective', 'partial_delivery', 'fraud']
  const looked = track === 'shopping' ? ['damaged_defective', 'counterfeit'] : ['quality']
  if (isDelivered) return ['not_received', 'not_as_described', ...looked, 'partial_delivery', 'late', 'fraud']
  const broken = track === 'shopping' ? ['damaged_defective'] : ['seller_unresponsive', 'scope_change']
  return ['not_received', 'not_as_described', ...broken, 'partial_delivery', 'late', 'fraud']
}

/** Codes of `REMEDIES` that a form offers. As with the reasons, the server takes every one of them. */
export function likelyRemedies({ track, by, isDelivered }: Complaint): readonly string[] {
  if (by === 'payee') return ['full_release', 'split', 'replacement']
  if (track === 'services') return ['full_refund', 'split', 'redo', 'price_reduction', 'cancel_with_fee']
  const rest = ['partial_refund_keep_item', 'return_then_refund', 'replacement', 'price_reduction']
  return isDelivered
    ? ['full_refund', 'split', ...rest]
    : ['full_refund', 'split', 'replacement', 'price_reduction']
}

export const EVIDENCE_KINDS = [
  'product_photo',
  'unboxing_video',
  'packing_video',
  'invoice_bill',
  'tracking_proof',
  'delivery_proof',
  'return_shipping_proof',
  'packing_weight_slip',
  'deliverable_file',
  'delivery_log',
  'revision_request',
  'approval_message',
  'payment_proof',
  'refund_proof',
  'third_party_report',
  'id_document',
  'other',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

const EVIDENCE_OF: Readonly<Record<Track, readonly EvidenceKind[]>> = {
  shopping: [
    'product_photo',
    'unboxing_video',
    'packing_video',
    'tracking_proof',
    'delivery_proof',
    'return_shipping_proof',
    'packing_weight_slip',
  ],
  services: ['deliverable_file', 'delivery_log', 'revision_request', 'approval_message'],
}
const isOfOther = (kind: EvidenceKind, track: Track): boolean =>
  EVIDENCE_OF[track === 'shopping' ? 'services' : 'shopping'].includes(kind)

/**
 * What a form offers; the server takes every kind. Not for a delivery what the team alone sees: whoever sends it thinks
 * that the payer has it.
 */
export const likelyEvidence = (track: Track, action?: string): readonly EvidenceKind[] =>
  EVIDENCE_KINDS.filter(
    (kind) => !isOfOther(kind, track) && !(action === 'deliver' && kind === 'id_document'),
  )
