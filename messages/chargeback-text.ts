/**
 * Why a payer disputes a payment, and how far that is, in words. The codes are those of UPI, RuPay, Visa, Mastercard, American
 * Express and Razorpay itself, as https://razorpay.com/docs/payments/disputes/submit-evidence names them; Razorpay's API and
 * Cashfree (https://www.cashfree.com/docs/payments/manage/disputes/reason-codes) write the name of a reason in their own ways.
 */
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

const BY_REASON: readonly (readonly [words: MessageText, codes: string, ...names: string[]])[] = [
  [
    m.chargeback_reason_not_received,
    '1064 13.1 C08 RZP01',
    ...['goods_services_not_received', 'goods_or_services_not_received', 'merchandise_services_not_received'],
    ...['goods_or_services_not_received_or_partially_received', 'goods_or_services_not_provided'],
    'goods_services_not_provided',
  ],
  [
    m.chargeback_reason_not_as_described,
    '1062 13.3 13.5 C31 C32',
    ...['goods_services_not_as_described', 'not_as_described_or_defective', 'misrepresentation'],
    ...['not_as_described_or_defective_merchandise_services', 'goods_services_damaged_or_defective'],
  ],
  [m.chargeback_reason_counterfeit, '13.4', 'counterfeit_merchandise'],
  [
    m.chargeback_reason_refund_missing,
    '1061 13.6 C02 C04 RZP04',
    ...['credit_not_processed', 'refund_not_processed', 'goods_services_returned_or_refused'],
  ],
  [
    m.chargeback_reason_cancelled,
    '13.2 13.7 4841 C05 C28',
    ...['cancelled_recurring_transaction', 'cancelled_merchandise_services', 'goods_services_cancelled'],
    'cancelled_recurring_or_digital_goods_transaction',
  ],
  [
    m.chargeback_reason_not_theirs,
    '128 1104 1122 1141 1142 1143 10.1 10.2 10.3 10.4 10.5 4837 4840 4849 4870 4871 F24 F29 F30 F31 RZP02 RZP03',
    ...['fraudulent_transaction', 'no_cardholder_authorisation', 'no_cardholder_authorization'],
    ...['cardholder_does_not_recognise_the_transaction', 'transaction_not_authorised', 'potential_fraud'],
    ...['other_fraud_card_absent_environment', 'unauthorised_transaction', 'card_not_present'],
  ],
  [
    m.chargeback_reason_not_approved,
    '1121 11.1 11.2 11.3 4808 A02 A03',
    ...['warning_bulletin_or_exception_file', 'card_recovery_bulletin', 'declined_authorisation'],
    ...['no_authorisation', 'authorisation_related_chargeback', 'declined_authorization', 'no_authorization'],
  ],
  [
    m.chargeback_reason_debited_only,
    '108 121 1065 RZP05',
    ...['remiter_debited_but_beneficiary_not_credited', 'debit_on_failed_transaction'],
    ...['tcc_raised_but_beneficiary_is_not_credited', 'account_debited_but_no_confirmation'],
  ],
  [m.chargeback_reason_paid_otherwise, '1063 12.6.2 C14', 'paid_by_other_means'],
  [
    m.chargeback_reason_twice,
    '1084 12.6 12.6.1 4834 P08',
    ...['duplicate_processing', 'duplicate_processing_single_authorisation', 'duplicate_charge'],
  ],
  [
    m.chargeback_reason_wrong_amount,
    '1085 12.5 A01 P05',
    ...['charge_amount_exceeds_authorisation_amount', 'incorrect_amount', 'incorrect_charge_amount'],
  ],
  [
    m.chargeback_reason_late,
    '1081 12.1 P07',
    ...['not_settled_within_timeline', 'late_presentment', 'late_submission'],
  ],
  [
    m.chargeback_reason_wrong_card,
    '1123 12.4 P01 P22',
    ...['non_matching_account_number', 'processed_invalid_expired_card', 'incorrect_account_number'],
    ...['invalid_card_number', 'unassigned_card_number', 'non_matching_card_number'],
  ],
  [
    m.chargeback_reason_wrong_data,
    '1082 1083 12.2 12.3 12.7 P03 P04 P23 RZP07',
    ...['credit_posted_as_debit', 'incorrect_transaction_details', 'incorrect_transaction_code'],
    ...['incorrect_currency_code', 'incorrect_currency', 'invalid_data', 'currency_discrepancy'],
    ...['credit_processed_as_charge', 'charge_processed_as_credit'],
  ],
  [m.chargeback_reason_no_answer, 'RZP06', 'business_not_responding'],
  // the phase again, or a class of its own for whatever fits no other
  [
    m.chargeback_reason_none,
    '4853 4854 RZP00',
    ...['', 'chargeback', 'fraud', 'retrieval', 'pre_arbitration', 'arbitration', 'cardholder_dispute'],
    ...['not_available', 'cardholder_dispute_not_elsewhere_classified_nec'],
  ],
]

/** One way to write all of them. */
const plain = (reason: string): string =>
  reason
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const WORDS: ReadonlyMap<string, MessageText> = new Map(
  BY_REASON.flatMap(([words, codes, ...names]) =>
    [...codes.split(' '), ...names].map((reason) => [plain(reason), words] as const),
  ),
)

/** What nobody has heard of is not guessed: the page shows the provider's own word beside it. */
export const chargebackReasonText = (reason: string, options?: TextOptions): string =>
  (WORDS.get(plain(reason)) ?? m.chargeback_reason_other)({}, options)

const PHASES: Readonly<Record<string, MessageText>> = {
  fraud: m.chargeback_phase_fraud,
  retrieval: m.chargeback_phase_retrieval,
  chargeback: m.chargeback_phase_chargeback,
  dispute: m.chargeback_phase_dispute,
  pre_arbitration: m.chargeback_phase_pre_arbitration,
  arbitration: m.chargeback_phase_arbitration,
}

export const chargebackPhaseText = (phase: string, options?: TextOptions): string =>
  PHASES[phase]?.({}, options) ?? phase
