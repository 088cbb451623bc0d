/** Every code of the server in words. The pages load rule-text.ts alone: what only the server finds out, it says itself. */
import type { Locale } from '#core/locale.ts'
import { m } from './compiled/messages.js'
import type { MessageText } from './message-text.ts'
import { RULE, textOf } from './rule-text.ts'

/**
 * messages/error-text.test.ts asks for it by name.
 * @public
 */
export const FOUND_BY_SERVER: Readonly<Record<string, MessageText<{ count: string }>>> = {
  bad_credentials: m.error_bad_credentials,
  bank_account_taken: m.error_bank_account_taken,
  business_open: m.error_business_open,
  business_taken: m.error_business_taken,
  code_dead: m.error_code_dead,
  code_wrong: m.error_code_wrong,
  coupon_people: m.error_coupon_people,
  coupon_taken: m.error_coupon_taken,
  duration: m.error_duration,
  email_taken: m.error_email_taken,
  email_unverified: m.error_email_unverified,
  empty_file: m.error_empty_file,
  handover_dead: m.error_handover_dead,
  handover_none: m.error_handover_none,
  handover_wrong: m.error_handover_wrong,
  line_foreign: m.error_line_foreign,
  tax_paid: m.error_tax_paid,
  not_taken: m.error_not_taken,
  line_moved_on: m.error_line_moved_on,
  line_source: m.error_line_source,
  line_target: m.error_line_target,
  line_too_early: m.error_line_too_early,
  link_dead: m.error_link_dead,
  name_differs: ({ count }, options) => m.error_name_differs({ name: count }, options),
  not_registered: m.error_not_registered,
  not_object: m.error_not_object,
  own_phone: m.error_own_phone,
  passkey_wrong: m.error_passkey_wrong,
  password_common: m.error_password_common,
  payout_file_unset: m.error_payout_file_unset,
  payout_is_upi: ({ count }, options) => m.error_payout_is_upi({ code: count }, options),
  payout_line_amount: ({ count }, options) => m.error_payout_line_amount({ code: count }, options),
  payout_line_formula: ({ count }, options) => m.error_payout_line_formula({ code: count }, options),
  payout_line_name: ({ count }, options) => m.error_payout_line_name({ code: count }, options),
  phone_taken: m.error_phone_taken,
  report_unreadable: m.error_report_unreadable,
  reset_token: m.error_reset_token,
  same_contact: m.error_same_contact,
  second_factor_wrong: m.error_second_factor_wrong,
  statement_protected: m.error_statement_protected,
  statement_row: m.error_statement_row,
  statement_too_large: m.error_statement_too_large,
  statement_unreadable: m.error_statement_unreadable,
  target_none: m.error_target_none,
  webhook_url: m.error_webhook_url,
  wrong_password: m.error_wrong_password,
}
const FIELD = { ...RULE, ...FOUND_BY_SERVER }

export const fieldText = (code: string, locale: Locale): string => textOf(FIELD, code, locale)

const REFUSAL: Readonly<Record<string, MessageText<{ count: string }>>> = {
  bad_credentials: m.error_bad_credentials,
  bad_request: m.refusal_bad_request,
  bank_unread: m.refusal_bank_unread,
  pay_ins_stopped: m.refusal_pay_ins_stopped,
  blocked: m.refusal_blocked,
  chargeback_open: m.refusal_chargeback_open,
  conflict: m.refusal_conflict,
  deals_open: m.refusal_deals_open,
  debt_open: m.refusal_debt_open,
  fee_unpaid: m.refusal_fee_unpaid,
  file_named: m.refusal_file_named,
  forbidden: m.refusal_forbidden,
  frozen: m.refusal_frozen,
  gone: m.refusal_gone,
  headers_too_large: m.refusal_headers_too_large,
  in_progress: m.refusal_in_progress,
  infected: m.refusal_infected,
  invalid: m.refusal_invalid,
  key_reused: m.refusal_key_reused,
  key_scope: m.refusal_key_scope,
  last_second_factor: m.refusal_last_second_factor,
  limit_reached: m.refusal_limit_reached,
  link_paused: m.refusal_link_paused,
  method_not_allowed: m.refusal_method_not_allowed,
  money_owed: m.refusal_money_owed,
  not_found: m.refusal_not_found,
  not_scanned: m.refusal_not_scanned,
  offers_open: m.refusal_offers_open,
  own_offer: m.refusal_own_offer,
  payout_debited: m.refusal_payout_debited,
  payout_held: m.refusal_payout_held,
  payee_unready: m.refusal_payee_unready,
  own_case: m.refusal_own_case,
  second_person: m.refusal_second_person,
  rate_limited: ({ count }, options) => m.error_rate_limited({ seconds: count }, options),
  request_timeout: m.refusal_request_timeout,
  second_factor: m.refusal_second_factor,
  sold_out: m.refusal_sold_out,
  stale_terms: m.refusal_stale_terms,
  statement_outdated: m.refusal_statement_outdated,
  target_required: m.refusal_target_required,
  too_large: m.refusal_too_large,
  unauthenticated: m.refusal_unauthenticated,
  unanswered: m.refusal_unanswered,
  unavailable: m.refusal_unavailable,
  unverified: m.refusal_unverified,
  unsupported_type: m.refusal_unsupported_type,
  uploads_ended: m.refusal_uploads_ended,
  uploads_today: m.refusal_uploads_today,
  uploads_unfunded: m.refusal_uploads_unfunded,
  wrong_mode: m.refusal_wrong_mode,
  unknown_version: m.refusal_unknown_version,
  wrong_cursor: m.refusal_wrong_cursor,
  wrong_state: m.refusal_wrong_state,
}

export const refusalText = (code: string, locale: Locale, count = ''): string =>
  (REFUSAL[code] ?? m.refusal_internal)({ count }, { locale })

/** At the desks of the team nobody is "the other side". */
const OF_TEAM: typeof REFUSAL = { conflict: m.refusal_conflict_team }

export const teamRefusalText = (code: string, locale: Locale, count = ''): string =>
  OF_TEAM[code]?.({ count }, { locale }) ?? refusalText(code, locale, count)
