/** Labels, hints and option names of the fields that the server lists with an action. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import { courierName, nameOf } from './people.ts'

type FieldText = () => string

const LABELS: Readonly<Record<string, FieldText>> = {
  rules_accepted: m.deal_field_rules_accepted,
  courier: m.deal_field_courier,
  tracking_number: m.deal_field_tracking_number,
  note: m.deal_field_note,
  'deliver.note': m.deal_field_deliver_note,
  // work is handed over: it is brought to nobody, at no time
  'services.deliver.note': m.deal_field_deliver_work_note,
  'request_changes.note': m.deal_field_changes_note,
  address: m.deal_field_return_address,
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
  const name = `${action}.${field}`
  return (LABELS[`${deal.track}.${name}`] ?? LABELS[name] ?? LABELS[field])?.() ?? field.replaceAll('_', ' ')
}

const HINTS: Readonly<Record<string, FieldText>> = {
  handover_code: m.deal_hint_handover_code,
  due: m.deal_hint_due,
  address: m.deal_hint_return_address,
  tracking_number: m.deal_hint_tracking_number,
}
export const hintOf = (field: string): string | undefined => HINTS[field]?.()

export const faultWords = (deal: DealOutline, code: string): string =>
  code === 'payer' || code === 'payee'
    ? nameOf(deal, code)
    : code === 'both'
      ? m.deal_fault_both()
      : m.deal_fault_none()

export function optionOf(deal: Deal, field: string, option: string): string {
  if (field === 'courier') return courierName(option)
  if (field === 'reason') return reasonWords(option, deal.track)
  if (field === 'wanted') return remedyWords(option)
  if (field === 'at_fault') return faultWords(deal, option)
  return option
}
