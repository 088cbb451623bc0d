/** Codes of core/ in words. One list for the server's answers and the pages' forms. */
import type { Locale } from '#core/locale.ts'
import { m } from './compiled/messages.js'
import type { MessageText } from './message-text.ts'

const FIELD: Readonly<Record<string, MessageText<{ count: string }>>> = {
  account_number: m.error_account_number,
  after_due: m.error_after_due,
  amount_min: m.error_amount_min,
  bad_credentials: m.error_bad_credentials,
  business_open: m.error_business_open,
  business_taken: m.error_business_taken,
  code_dead: m.error_code_dead,
  code_digits: m.error_code_digits,
  code_wrong: m.error_code_wrong,
  coupon: m.error_coupon,
  coupon_taken: m.error_coupon_taken,
  date: m.error_date,
  date_far: m.error_date_far,
  date_past: m.error_date_past,
  duration: m.error_duration,
  email: m.error_email,
  email_taken: m.error_email_taken,
  email_unverified: m.error_email_unverified,
  empty_file: m.error_empty_file,
  file: m.error_file,
  handover_code: m.error_handover_code,
  handover_dead: m.error_handover_dead,
  handover_none: m.error_handover_none,
  handover_wrong: m.error_handover_wrong,
  ifsc: m.error_ifsc,
  link_dead: m.error_link_dead,
  max: m.error_max,
  min: m.error_min,
  name_differs: ({ count }, options) => m.error_name_differs({ name: count }, options),
  not_registered: m.error_not_registered,
  numbers_only: m.error_numbers_only,
  own_phone: m.error_own_phone,
  password: m.error_password,
  password_common: m.error_password_common,
  passwords_differ: m.error_passwords_differ,
  payment_mode: m.error_payment_mode,
  percent: m.error_percent,
  phone: m.error_phone,
  phone_taken: m.error_phone_taken,
  required: m.error_required,
  reset_token: m.error_reset_token,
  same_contact: m.error_same_contact,
  second_factor_wrong: m.error_second_factor_wrong,
  select: m.error_select,
  share: m.error_share,
  target_none: m.error_target_none,
  text_only: m.error_text_only,
  tracking_number: m.error_tracking_number,
  upi_id: m.error_upi_id,
  wrong_password: m.error_wrong_password,
  zip: m.error_zip,
}

/** `max:10` → "Maximum length of 10 exceeded!". A code without words says to check the field. */
export function fieldText(code: string, locale: Locale): string {
  const [name = '', count = ''] = code.split(':')
  return (FIELD[name] ?? m.error_other)({ count }, { locale })
}

const REFUSAL: Readonly<Record<string, MessageText<{ count: string }>>> = {
  bad_request: m.refusal_bad_request,
  conflict: m.refusal_conflict,
  deals_open: m.refusal_deals_open,
  fee_unpaid: m.refusal_fee_unpaid,
  forbidden: m.refusal_forbidden,
  gone: m.refusal_gone,
  headers_too_large: m.refusal_headers_too_large,
  in_progress: m.refusal_in_progress,
  key_reused: m.refusal_key_reused,
  limit_reached: m.refusal_limit_reached,
  method_not_allowed: m.refusal_method_not_allowed,
  money_owed: m.refusal_money_owed,
  not_found: m.refusal_not_found,
  offers_open: m.refusal_offers_open,
  own_offer: m.refusal_own_offer,
  rate_limited: ({ count }, options) => m.error_rate_limited({ seconds: count }, options),
  request_timeout: m.refusal_request_timeout,
  second_factor: m.refusal_second_factor,
  stale_terms: m.refusal_stale_terms,
  target_required: m.refusal_target_required,
  too_large: m.refusal_too_large,
  unauthenticated: m.refusal_unauthenticated,
  unavailable: m.refusal_unavailable,
  unverified: m.refusal_unverified,
  unsupported_type: m.refusal_unsupported_type,
  uploads_ended: m.refusal_uploads_ended,
  uploads_today: m.refusal_uploads_today,
  uploads_unfunded: m.refusal_uploads_unfunded,
  wrong_state: m.refusal_wrong_state,
}

export const refusalText = (code: string, locale: Locale, count = ''): string =>
  (REFUSAL[code] ?? m.refusal_internal)({ count }, { locale })
