/** Rows as the database would answer them, for tests of what is made of them: every column set, any of them replaced. */
import { DEFAULT_POLICY } from '#core/policy.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { SAMPLE_NOW } from './sample-facts.ts'

export const SAMPLE_PAYER = 1
export const SAMPLE_PAYEE = 2

/** An offer of goods by the payer to the payee, whom nobody has named by an account yet. */
export const sampleDeal = (over: Partial<DealRow> = {}): DealRow => ({
  ...{ id: 'deal-1', no: 1, track: 'shopping', status: 'proposed', policy_id: 1, coupon_id: null },
  ...{ creator_id: SAMPLE_PAYER, payer_id: SAMPLE_PAYER, payee_id: null },
  ...{ counterparty_phone: '9000000002', counterparty_id: null, amount_paise: 150_000 },
  commission_basis_points: DEFAULT_POLICY.commissionBasisPoints.shopping,
  cancellation_fee_basis_points: DEFAULT_POLICY.cancellationFeeBasisPoints,
  ...{ terms_version: 1, terms: { service_details: 'Old camera', cpty_company: 'Ravi Traders' } },
  ...{ completion_at: null, created_at: new Date(SAMPLE_NOW), agreed_at: null, funded_at: null },
  ...{ delivery_due_at: null, delivered_at: null, ended_at: null, due_at: null, due_event: null },
  ...{ more_time_asked: false, changes_requested: 0, extension_to: null, courier: null },
  ...{ tracking_number: null, return_courier: null, return_tracking_number: null, handover_code: null },
  ...{ handover_tries: 0, disputed_at: null, frozen_since: null, freeze_outcome: null },
  ...{ freeze_stated_by: null, freeze_note: null, last_seq: 1, due_from: null, next_reminder_at: null },
  ...over,
})

/** Somebody who has proved number and address. */
export const sampleUser = (over: Partial<UserRow> = {}): UserRow => ({
  ...{ id: SAMPLE_PAYER, first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' },
  ...{ phone_number: '9000000001', payment_number: null, business_name: null, user_type: 'Buyer' },
  ...{ other_roles: [], password_hash: '', locale: 'en', created_at: new Date(SAMPLE_NOW), deleted_at: null },
  ...{ phone_verified_at: new Date(SAMPLE_NOW), phone_unchecked: false, email_unchecked: false },
  ...{ email_verified_at: new Date(SAMPLE_NOW), lost_phone_number: null, payouts_held_until: null },
  ...{ payouts_frozen_at: null, second_factor_since: null, notice_mail: 'all', notice_whatsapp: false },
  ...{ quiet_from: null, quiet_until: null, blocked_at: null, blocked_because: null },
  blocked_number_hash: null,
  ...over,
})

export const sampleSeller = (over: Partial<UserRow> = {}): UserRow =>
  sampleUser({
    ...{ id: SAMPLE_PAYEE, first_name: 'Ravi', last_name: 'Shah', email: 'ravi@example.com' },
    ...{ phone_number: '9000000002', business_name: 'Ravi Traders', user_type: 'Seller' },
    ...over,
  })
