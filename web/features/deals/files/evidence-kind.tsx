/** What a file shows, in words, and the choice of it before an upload. */
import type { Deal } from '#core/contract/deals.ts'
import { type EvidenceKind, likelyEvidence } from '#core/disputes.ts'
import { ITEM_PHOTO } from '#core/files.ts'
import type { Track } from '#core/ids.ts'
import { m } from '#messages/compiled/messages.js'
import { whoOf } from '#web/features/deals/words/people.ts'

const KINDS: Readonly<Record<EvidenceKind, () => string>> = {
  product_photo: m.deal_kind_product_photo,
  unboxing_video: m.deal_kind_unboxing_video,
  packing_video: m.deal_kind_packing_video,
  invoice_bill: m.deal_kind_invoice_bill,
  tracking_proof: m.deal_kind_tracking_proof,
  delivery_proof: m.deal_kind_delivery_proof,
  return_shipping_proof: m.deal_kind_return_shipping_proof,
  packing_weight_slip: m.deal_kind_packing_weight_slip,
  deliverable_file: m.deal_kind_deliverable_file,
  delivery_log: m.deal_kind_delivery_log,
  revision_request: m.deal_kind_revision_request,
  approval_message: m.deal_kind_approval_message,
  payment_proof: m.deal_kind_payment_proof,
  refund_proof: m.deal_kind_refund_proof,
  third_party_report: m.deal_kind_third_party_report,
  id_document: m.deal_kind_id_document,
  other: m.deal_kind_other,
}

export const evidenceWords = (kind: string): string =>
  kind === ITEM_PHOTO ? m.item_photo() : (KINDS[kind as EvidenceKind] ?? m.deal_kind_other)()

/** "from Ravi Traders": in Hindi the words fuse with a pronoun. */
export const fromWords = (deal: Deal, who: Deal['me']): string =>
  who === deal.me ? m.deal_file_by_you() : m.deal_file_by({ name: whoOf(deal, who) })

interface EvidenceKindSelectProps {
  readonly track: Track
  readonly action?: string
  /** Empty: each file is filed by what it is. */
  readonly kind: string
  readonly onChange: (kind: string) => void
}

export function EvidenceKindSelect({ track, action, kind, onChange }: EvidenceKindSelectProps) {
  return (
    <label className="files__kind">
      <span className="field__label">{m.deal_file_kind()}</span>
      <select className="input" value={kind} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{m.deal_kind_likely()}</option>
        {likelyEvidence(track, action).map((option) => (
          <option key={option} value={option}>
            {evidenceWords(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
