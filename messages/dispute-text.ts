/** Reasons and remedies of a dispute in words: for the pages, which speak one language, and for papers in either. */
import { m } from './compiled/messages.js'
import type { Locale } from './error-text.ts'

type Say = (inputs: Record<string, never>, options: { locale?: Locale }) => string

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

const said = (say: Say, locale: Locale | undefined): string => say({}, locale ? { locale } : {})

export const reasonWords = (code: string, locale?: Locale): string =>
  said(REASONS[code] ?? m.deal_reason_other, locale)

export function remedyWords(code: string, locale?: Locale): string {
  const say = REMEDIES[code]
  return say ? said(say, locale) : code
}
