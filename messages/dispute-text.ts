/** Reasons and remedies of a dispute in words: for pages, in their own language, and for documents in either. */
import type { Track } from '#core/ids.ts'
import type { Locale } from '#core/locale.ts'
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

const REASONS: Readonly<Record<string, MessageText>> = {
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
/** In a deal for work the sides are a client and a freelancer. */
const REASONS_OF_WORK: Readonly<Record<string, MessageText>> = {
  ...REASONS,
  buyer_unresponsive: m.deal_reason_client_unresponsive,
  seller_unresponsive: m.deal_reason_freelancer_unresponsive,
}
const REMEDIES: Readonly<Record<string, MessageText>> = {
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

export const reasonWords = (code: string, track: Track, locale?: Locale): string =>
  ((track === 'services' ? REASONS_OF_WORK : REASONS)[code] ?? m.deal_reason_other)({}, optionsOf(locale))

export const remedyWords = (code: string, locale?: Locale): string =>
  REMEDIES[code]?.({}, optionsOf(locale)) ?? code

const optionsOf = (locale: Locale | undefined): TextOptions => (locale ? { locale } : {})
