/** Labels, hints and option words for the fields that the server's `actions` list asks for. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { courierName } from './couriers.ts'
import { nameOf } from './people.ts'

type Say = () => string

const LABELS: Readonly<Record<string, Say>> = {
  rules_accepted: m.deal_field_rules_accepted,
  courier: m.deal_field_courier,
  tracking_number: m.deal_field_tracking_number,
  note: m.deal_field_note,
  'deliver.note': m.deal_field_deliver_note,
  'request_changes.note': m.deal_field_changes_note,
  handover_code: m.deal_field_handover_code,
  file_ids: m.deal_field_files,
  due: m.deal_field_due,
  reason: m.deal_field_reason,
  reasons: m.deal_field_reasons,
  statement: m.deal_field_statement,
  wanted: m.deal_field_wanted,
  at_fault: m.deal_field_at_fault,
  amount: m.deal_term_amount,
  service_details: m.deal_term_product,
  deliverables: m.deal_term_deliverables,
  date_of_completion: m.deal_term_date,
  cancellation_fee: m.deal_term_cancellation,
  other_info: m.deal_term_other_info,
}
export function labelOf(deal: Deal, action: string, field: string): string {
  if (field === 'payer_share_paise') return m.deal_field_payer_share({ name: nameOf(deal, 'payer') })
  return (LABELS[`${action}.${field}`] ?? LABELS[field])?.() ?? field.replaceAll('_', ' ')
}

const HINTS: Readonly<Record<string, Say>> = {
  handover_code: m.deal_hint_handover_code,
  due: m.deal_hint_due,
  tracking_number: m.deal_hint_tracking_number,
}
export const hintOf = (field: string): string | undefined => HINTS[field]?.()

const REASONS: Readonly<Record<string, Say>> = {
  not_received: m.deal_reason_not_received,
  not_as_described: m.deal_reason_not_as_described,
  damaged_defective: m.deal_reason_damaged_defective,
  counterfeit: m.deal_reason_counterfeit,
  partial_delivery: m.deal_reason_partial_delivery,
  quality: m.deal_reason_quality,
  late: m.deal_reason_late,
  refund_not_processed: m.deal_reason_refund_not_processed,
  paid_twice: m.deal_reason_paid_twice,
  wrong_amount: m.deal_reason_wrong_amount,
  debited_not_credited: m.deal_reason_debited_not_credited,
  buyer_unresponsive: m.deal_reason_buyer_unresponsive,
  seller_unresponsive: m.deal_reason_seller_unresponsive,
  scope_change: m.deal_reason_scope_change,
  non_payment_of_milestone: m.deal_reason_non_payment,
  fraud: m.deal_reason_fraud,
}
const REMEDIES: Readonly<Record<string, Say>> = {
  full_refund: m.deal_remedy_full_refund,
  full_release: m.deal_remedy_full_release,
  split: m.deal_remedy_split,
  partial_refund_keep_item: m.deal_remedy_partial_refund,
  return_then_refund: m.deal_remedy_return_then_refund,
  redo: m.deal_remedy_redo,
  replacement: m.deal_remedy_replacement,
  price_reduction: m.deal_remedy_price_reduction,
  cancel_with_fee: m.deal_remedy_cancel_with_fee,
}

export const reasonWords = (code: string): string => REASONS[code]?.() ?? m.deal_reason_other()
export const remedyWords = (code: string): string => REMEDIES[code]?.() ?? code
export const faultWords = (deal: Deal, code: string): string =>
  code === 'payer' || code === 'payee'
    ? nameOf(deal, code)
    : code === 'both'
      ? m.deal_fault_both()
      : m.deal_fault_none()

export function optionOf(deal: Deal, field: string, option: string): string {
  if (field === 'courier') return courierName(option)
  if (field === 'reason') return reasonWords(option)
  if (field === 'wanted') return remedyWords(option)
  if (field === 'at_fault') return faultWords(deal, option)
  return option
}
