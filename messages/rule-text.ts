/** Codes of the rules that a form checks by itself, in words: those of core/ and web/. The server's own are in error-text.ts. */
import type { Locale } from '#core/locale.ts'
import { m } from './compiled/messages.js'
import type { MessageText } from './message-text.ts'

export const RULE: Readonly<Record<string, MessageText<{ count: string }>>> = {
  account_number: m.error_account_number,
  after_due: m.error_after_due,
  amount_min: m.error_amount_min,
  client_code: m.error_client_code,
  code_digits: m.error_code_digits,
  count: m.error_count,
  coupon: m.error_coupon,
  coupon_unapplied: m.error_coupon_unapplied,
  coupon_uses: (_, options) => m.error_count({ count: '1,00,000' }, options),
  date: m.error_date,
  date_far: m.error_date_far,
  date_past: m.error_date_past,
  email: m.error_email,
  file: m.error_file,
  gstin: m.error_gstin,
  gstin_pan: m.error_gstin_pan,
  gstin_state: m.error_gstin_state,
  handover_code: m.error_handover_code,
  ifsc: m.error_ifsc,
  legal_name: m.error_legal_name,
  link: m.error_link,
  max: m.error_max,
  min: m.error_min,
  name_signs: m.error_name_signs,
  numbers_only: m.error_numbers_only,
  ordering: m.error_ordering,
  pan: m.error_pan,
  pan_person: m.error_pan_person,
  password: m.error_password,
  passwords_differ: m.error_passwords_differ,
  payment_mode: m.error_payment_mode,
  percent: m.error_percent,
  phone: m.error_phone,
  pin: m.error_pin,
  policy_figure: m.error_policy_figure,
  policy_order: m.error_policy_order,
  policy_same: m.error_policy_same,
  required: m.error_required,
  rupees: m.error_rupees,
  select: m.error_select,
  share: m.error_share,
  template: m.error_template,
  text_only: m.error_text_only,
  tracking_number: m.error_tracking_number,
  upi_id: m.error_upi_id,
  utr: m.error_utr,
  utr_of_app: m.error_utr_of_app,
  zip: m.error_zip,
}

/** `max:10` → "Maximum length of 10 exceeded!". A code without words says to check the field. */
export const ruleText = (code: string, locale: Locale): string => textOf(RULE, code, locale)

export function textOf(texts: typeof RULE, code: string, locale: Locale): string {
  const [name = '', count = ''] = code.split(':')
  return (texts[name] ?? m.error_other)({ count }, { locale })
}
