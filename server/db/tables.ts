// The tables as Kysely sees them, each section under the migration that makes it. bigint is a number, timestamptz a Date and
// date a string (see pool.ts).

import type { ColumnType, Generated } from 'kysely'
import type { ApiVersion } from '#core/api-versions.ts'
import type { LeadOutcome } from '#core/contract/leads.ts'
import type { NoticeMail } from '#core/contract/notifications.ts'
import type { DepositOutcome, PayInPurpose } from '#core/deposits.ts'
import type { EmailContent } from '#core/email-content.ts'
import type { FileType } from '#core/files.ts'
import type { Track } from '#core/ids.ts'
import type { Lapse, Party, Status } from '#core/lifecycle/states.ts'
import type { Locale } from '#core/locale.ts'
import type { AccountState } from '#core/payee-accounts.ts'
import type { PayoutFormat } from '#core/payout-files/formats.ts'
import type { PayoutTemplate } from '#core/payout-files/template.ts'
import type { EVERY_PAYOUT_STATUS, HoldReason, PAYOUT_PURPOSES } from '#core/payout-holds.ts'
import type { TargetKind } from '#core/payout-targets.ts'
import type { HoldStep } from '#core/provider-hold.ts'
import type { Role, UserType } from '#core/roles.ts'
import type { KeyMode, Scope } from '#core/scopes.ts'
import type { DiscrepancyKind, MovementType } from '#core/settlements.ts'
import type { ColumnMapping } from '#core/statements/columns.ts'
import type { LineDecision, ReviewedLine } from '#core/statements/decision.ts'
import type { Explanation } from '#core/statements/explain.ts'
import type { Fee, PaperKind } from '#core/tax/gst.ts'
import type { PaperParty } from '#core/tax/paper-party.ts'
import type { StateCode } from '#core/tax/states.ts'
import type { WithheldTax, WithholdingReason } from '#core/tax/withholding.ts'

// 001-foundation
interface ProductClockTable {
  only_row: true
  offset_ms: number
}

interface WallClockTable {
  only_row: true
  trusted_at: Date
  jump_ms: number | null
}

// 002-ledger: money tables are read by SQL in repositories/ledger.ts; events are written one row at a time
export interface DealEventTable {
  id: Generated<number>
  deal_id: string
  seq: number
  name: string
  at: Date
  by: 'payer' | 'payee' | 'team' | 'gateway' | 'lapse'
  actor_id: string | null
  terms_version: number
  data: ColumnType<Record<string, unknown>, string, never>
  prev_hash: Generated<string>
  hash: Generated<string>
}

// 003-accounts
export interface UserTable {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  phone_number: string
  payment_number: string | null
  business_name: string | null
  /** The role in use. */
  user_type: UserType
  other_roles: ColumnType<Role[], Role[] | undefined, Role[]>
  password_hash: string
  locale: Generated<Locale>
  created_at: Generated<Date>
  deleted_at: Date | null
  phone_verified_at: Date | null
  phone_unchecked: Generated<boolean>
  email_verified_at: Date | null
  email_unchecked: Generated<boolean>
  lost_phone_number: string | null
  payouts_held_until: Date | null
  payouts_frozen_at: Date | null
  second_factor_since: Date | null
  notice_mail: Generated<NoticeMail>
  notice_whatsapp: Generated<boolean>
  quiet_from: number | null
  quiet_until: number | null
  blocked_at: Date | null
  blocked_because: string | null
  blocked_number_hash: Buffer | null
}
interface BusinessNameKeyTable {
  key: string
  user_id: number
}
interface SessionTable {
  token_hash: Buffer
  user_id: number
  remember: boolean
  created_at: Generated<Date>
  expires_at: Date
  device: string | null
  used_at: Generated<Date>
  second_factor_at: Date | null
}
interface PasswordResetTable {
  token_hash: Buffer
  user_id: number | null
  expires_at: Date
  used_at: Date | null
}
export interface LeadTable {
  id: Generated<number>
  name: string
  phone_number: string
  message: string | null
  created_at: Generated<Date>
  done_at: Date | null
}
interface LeadCallTable {
  id: Generated<number>
  lead_id: number
  outcome: LeadOutcome
  note: string | null
  called_by: number
  called_at: Date
}

// 004-deals
type Json = ColumnType<Record<string, unknown>, string, string>
interface PolicyTable {
  id: Generated<number>
  hash: string
  body: Json
}
interface PolicyVersionTable {
  id: Generated<number>
  policy_id: number
  valid_from: Date
  proposal_id: string | null
}
export interface PolicyProposalTable {
  id: string
  body: ColumnType<Record<string, unknown>, string, never>
  base_policy_id: number
  reason: string
  proposed_by: number
  proposed_at: Date
  state: Generated<'open' | 'approved' | 'rejected'>
  decided_by: number | null
  decided_at: Date | null
}
export interface CouponTable {
  id: Generated<number>
  code: string
  max_uses: Generated<number | null>
  valid_from: Generated<Date | null>
  valid_until: Generated<Date | null>
  off_at: Generated<Date | null>
  created_by: number | null
  created_at: Generated<Date>
}
interface CouponHolderTable {
  coupon_id: number
  user_id: number
}
export interface DealTable {
  id: string
  no: Generated<number>
  track: Track
  status: Status
  creator_id: number
  payer_id: number | null
  payee_id: number | null
  counterparty_phone: string
  counterparty_id: number | null
  amount_paise: number
  commission_basis_points: number
  cancellation_fee_basis_points: number
  coupon_id: number | null
  terms_version: Generated<number>
  terms: Json
  policy_id: number
  completion_at: Date | null
  created_at: Date
  agreed_at: Date | null
  funded_at: Date | null
  delivery_due_at: Date | null
  delivered_at: Date | null
  ended_at: Date | null
  due_at: Date | null
  due_event: Lapse | null
  more_time_asked: Generated<boolean>
  changes_requested: Generated<number>
  extension_to: Date | null
  courier: string | null
  tracking_number: string | null
  return_courier: string | null
  return_tracking_number: string | null
  handover_code: string | null
  handover_tries: Generated<number>
  disputed_at: Date | null
  /** Since when nothing of it moves: the bank has taken its deposit back. */
  frozen_since: Date | null
  /** What the first of two Admins says about it. */
  freeze_outcome: 'goes_on' | 'charged_back' | null
  freeze_stated_by: number | null
  freeze_note: string | null
  last_seq: Generated<number>
  due_from: Date | null
  next_reminder_at: Date | null
}
export interface DisputeTable {
  deal_id: string
  complainant: Party
  reason: string
  statement: string
  wanted: string | null
  response: string | null
  filed_at: Date
  payer_fee_paise: Generated<number>
  payee_fee_paise: Generated<number>
  payer_fee_fate: 'back' | 'kept' | null
  payee_fee_fate: 'back' | 'kept' | null
  escalated_by: Generated<Party[]>
  open_offer_id: string | null
  decided_by: number | null
  decision: Json | null
}
export interface OfferTable {
  id: string
  deal_id: string
  by: Party
  payer_share_paise: number
  note: string | null
  at: Date
}

// 006-payments
export interface PayInTable {
  id: string
  deal_id: string
  party: Party
  user_id: number
  purpose: PayInPurpose
  provider: string
  amount_paise: number
  reference: string
  status: Generated<'open' | 'paid' | 'failed' | 'closed'>
  created_at: Date
  paid_at: Date | null
  bank_account_id: string | null
  payer_vpa: string | null
  instruction: ColumnType<PayInInstruction | null, string | null | undefined, string>
  provider_order_id: string | null
  tries: Generated<number>
  next_try_at: Date | null
}
interface PayInInstruction {
  readonly payee_name: string
  /** Missing in those of before it was written. */
  readonly opens_app?: boolean
  /** Missing where the provider's checkout has them. */
  readonly upi_url?: string
  readonly payee_vpa?: string
}
export interface LinkedAccountTable {
  id: Generated<number>
  user_id: number
  provider: string
  state: AccountState
  account_id: string | null
  owner_id: string | null
  product_id: string | null
  owner_sent: Generated<boolean>
  bank_sent: Generated<boolean>
  details_sealed: Buffer | null
  address_hash: Buffer
  bank_masked: string
  name_matches: Generated<boolean>
  wanted: Generated<string[]>
  problem: string | null
  submitted_at: Date
  activated_at: Date | null
  taken_out_at: Date | null
  tries: Generated<number>
  next_try_at: Date | null
}
interface LinkedAccountLinkTable {
  freeze_hash: Buffer
  user_id: number
  freeze_expires_at: Generated<Date>
  freeze_used_at: Date | null
}
export interface ProviderHoldTable {
  id: string
  deal_id: string
  user_id: number
  provider: string
  account_id: string
  amount_paise: number
  payment_id: string | null
  transfer_id: string | null
  state: Generated<'waiting' | 'held' | 'failed' | 'review'>
  keep_paise: number | null
  failed_at: Date | null
  ready_at: Date | null
  problem: string | null
  created_at: Date
  tries: Generated<number>
  next_try_at: Date | null
}
export interface ProviderHoldStepTable {
  hold_id: string
  n: number
  call: HoldStep['call']
  amount_paise: number
  state: Generated<'due' | 'sent' | 'done'>
  sends: Generated<number>
  sent_at: Date | null
  done_at: Date | null
  provider_id: string | null
  detail: string | null
}
interface ProviderOutageTable {
  provider: string
  queue: 'payout' | 'provider_hold' | 'pay_in'
  failures: Generated<number>
  since: Generated<Date>
  probe_at: Date | null
}
export interface PaymentClaimTable {
  id: Generated<number>
  pay_in_id: string
  utr: string
  amount_paise: number | null
  state: Generated<'claimed' | 'seen' | 'not_found' | 'conflict'>
  at: Date
  look_until: string | null
}
export interface WebhookEventTable {
  provider: string
  event_id: string
  body: Json
  at: Generated<Date>
  id: Generated<number>
  raw: Buffer | null
  /** Of a rail: server/rails/rail.ts. */
  facts: ColumnType<unknown, string | null, never>
  state: Generated<'new' | 'applied' | 'ignored' | 'failed'>
  tries: Generated<number>
  next_try_at: Generated<Date>
  problem: string | null
  applied_at: Date | null
}
export interface DepositTable {
  provider: string
  provider_payment_id: string
  pay_in_id: string | null
  deal_id: string | null
  amount_paise: number
  source: string | null
  kind: DepositOutcome | 'unknown'
  at: Date
}
interface StatementFileTable {
  import_id: string
  file_sealed: Buffer | null
  stored_at: Generated<Date>
}
export interface DepositReversalTable {
  transfer_id: string
  deal_id: string
  user_id: number
  amount_paise: number
  of_hold: boolean
  at: Generated<Date>
}
export interface WriteOffTable {
  id: Generated<number>
  user_id: number
  amount_paise: number
  note: string
  asked_by: number
  asked_at: Date
  agreed_by: number | null
  agreed_at: Date | null
  transfer_id: string | null
}
export interface ChargebackTable {
  provider: string
  dispute_id: string
  provider_payment_id: string
  deal_id: string
  user_id: number
  phase: string
  reason: string
  state: 'open' | 'under_review' | 'closed' | 'won' | 'lost'
  amount_paise: number
  deducted_paise: number
  booked_paise: number
  respond_by: Date | null
  holds_deal: boolean
  opened_at: Date
  ended_at: Date | null
}
export interface SettlementTable {
  provider: string
  settlement_id: string
  utr: string | null
  amount_paise: number
  day: string
  bank_account_id: string | null
  position: number | null
}
export interface SettlementLineTable {
  provider: string
  type: MovementType
  entity_id: string
  settlement_id: string | null
  day: string
  amount_paise: number
  debit_paise: number
  credit_paise: number
  fee_paise: number
  tax_paise: number
  at: Generated<Date>
}
interface SettlementReportTable {
  provider: string
  day: string
  reading: 1 | 2
  lines: number
  read_at: Date
}
export interface DiscrepancyTable {
  id: Generated<number>
  provider: string
  kind: DiscrepancyKind
  type: MovementType | 'settlement'
  reference: string
  ours_paise: number | null
  theirs_paise: number | null
  opened_at: Date
  proposed_by: number | null
  note: string | null
  closed_at: Date | null
  closed_by: number | null
  transfer_id: string | null
}
export interface PayoutTable {
  id: string
  deal_id: string | null
  /** Null for money of nobody we know, which goes back to where it came from. */
  user_id: number | null
  bank_line: ColumnType<string | null, string | null | undefined, never>
  recipient: ColumnType<string | null, string | null | undefined, never>
  party: Party
  purpose: (typeof PAYOUT_PURPOSES)[number]
  amount_paise: number
  provider: string
  destination: string | null
  destination_sealed: Buffer | null
  target_id: string | null
  generation: Generated<number>
  replaces: string | null
  held_because: Generated<HoldReason[]>
  held_until: Date | null
  approved: Generated<string[]>
  returned_at: Date | null
  status: Generated<(typeof EVERY_PAYOUT_STATUS)[number]>
  provider_ref: string | null
  refund_of: string | null
  hold_of: ColumnType<string | null, string | null | undefined, string | null>
  given_back: ColumnType<string | null, string | null | undefined, string | null>
  by_transfer: Generated<boolean>
  by_hand: Generated<boolean>
  tries: Generated<number>
  next_try_at: Generated<Date>
  created_at: Date
  paid_at: Date | null
  bank_account_id: string | null
  code: string | null
}
export interface PayoutApprovalTable {
  payout_id: string
  target_id: string | null
  approved_by: number
  at: Date
}
export interface DayFigureTable {
  day: string
  in_paise: number
  out_paise: number
  funded_paise: number
  freed_paise: number
  fees_paise: number
  funded: number
  ended: number
  disputed: number
  decided: number
  decide_ms: number | null
}
export interface TargetCheckTable {
  target_id: string
  verdict: 'approved' | 'refused'
  note: string
  checked_by: number
  at: Date
}
export interface DecisionProposalTable {
  id: string
  deal_id: string
  payer_share_paise: number
  at_fault: 'payer' | 'payee' | 'both' | 'none'
  reasons: string
  proposed_by: number
  proposed_at: Date
  state: Generated<'open' | 'confirmed' | 'dropped'>
  decided_by: number | null
  decided_at: Date | null
}
interface DealOwnerTable {
  deal_id: string
  owner_id: number
  since: Date
}
interface TeamNoteTable {
  id: Generated<number>
  deal_id: string | null
  user_id: number | null
  text: string
  author_id: number
  at: Date
}
export interface PayoutOutcomeTable {
  id: string
  payout_id: string
  generation: number
  outcome: 'paid' | 'failed'
  reference: string | null
  evidence: string
  stated_by: number
  stated_at: Date
  state: Generated<'stated' | 'confirmed' | 'rejected'>
  decided_by: number | null
  decided_at: Date | null
}
export interface PayoutTargetProposalTable {
  id: string
  payout_id: string
  kind: TargetKind
  address_sealed: Buffer
  address_masked: string
  holder_name: string
  reason: string
  proposed_by: number
  proposed_at: Date
  state: Generated<'proposed' | 'confirmed' | 'withdrawn'>
  decided_by: number | null
  decided_at: Date | null
  target_id: string | null
}
interface PayoutAttemptTable {
  payout_id: string
  n: number
  at: Generated<Date>
  outcome: 'sent' | 'paid' | 'failed' | 'unsent' | 'unknown'
  detail: string | null
  generation: Generated<number>
}
interface AppSecretTable {
  name: string
  value: string
}

// 007-communication: evidence keys
interface EvidenceKeyTable {
  public_key: string
  valid_from: Date
  valid_until: Generated<Date | null>
}

// 007-communication
type Side = Party | 'team'
export interface DealFileTable {
  id: string
  no: Generated<number>
  deal_id: string
  user_id: number
  side: Side
  kind: string
  name: string
  type: FileType
  size: number
  sha256: string
  has_location: boolean
  /** Of a form: its uploader's alone until it is named in `file_sending`. */
  is_draft: Generated<boolean>
  at: Date
}
interface FileWithdrawalTable {
  file_id: string
  at: Date
}
interface FileSendingTable {
  file_id: string
  at: Date
}
// 012-file-erasures
interface FileErasureTable {
  file_id: string
  at: Date
}
export interface DealMessageTable {
  deal_id: string
  no: Generated<number>
  user_id: number
  side: Side
  text: string
  file_ids: string[]
  at: Date
  prev_hash: Generated<string>
  hash: Generated<string>
}
interface MessageMarkTable {
  deal_id: string
  user_id: number
  side: Side
  no: number
}
export interface NotificationTable {
  id: Generated<number>
  key: string
  user_id: number
  deal_id: string | null
  kind: string
  title: string
  text: string
  /** Both by language; null in notices from before it was stored. */
  words: ColumnType<Partial<Record<Locale, { title: string; text: string }>> | null, string, null>
  at: Date
  read_at: Date | null
}
export interface PushSubscriptionTable {
  id: Generated<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: Generated<Date>
}
export interface PushMessageTable {
  id: Generated<number>
  key: string
  subscription_id: number
  title: string
  path: string
  not_before: Date | null
  created_at: Generated<Date>
  tries: Generated<number>
  next_try_at: Generated<Date>
  sent_at: Date | null
  given_up_at: Date | null
}
export interface WhatsAppMessageTable {
  id: Generated<number>
  key: string
  user_id: number
  title: string
  path: string
  not_before: Date | null
  created_at: Generated<Date>
  tries: Generated<number>
  next_try_at: Generated<Date>
  sent_at: Date | null
  given_up_at: Date | null
}
export interface EmailTable {
  id: Generated<number>
  key: string
  user_id: number | null
  recipient: string
  subject: string
  content: ColumnType<EmailContent | null, string, null>
  at: Date
  not_before: Date | null
  sent_at: Date | null
  tries: Generated<number>
  next_try_at: Generated<Date>
  problem: string | null
  given_up_at: Date | null
}
export interface GrievanceTable {
  id: Generated<number>
  ticket: string
  name: string
  email: string
  phone_number: string | null
  subject: string | null
  message: string
  locale: Locale
  created_at: Date
  acknowledge_by: Date
  resolve_by: Date
  acknowledged_at: Date | null
  resolved_at: Date | null
  answer: string | null
  handled_by: number | null
}

// 001-foundation: idempotency keys, secrets
interface IdempotencyTable {
  user_id: number
  key: string
  fingerprint: string
  status: number
  body: string
  created_at: Generated<Date>
}

// 003-accounts: signing in
interface KnownOriginTable {
  user_id: number
  kind: 'device' | 'address'
  hash: Buffer
  last_used_at: Generated<Date>
  first_used_at: Generated<Date>
}
interface ComplaintLinkTable {
  token_hash: Buffer
  deal_id: string
  user_id: number
  expires_at: Date
  used_at: Date | null
}

// 003-accounts: what is verified
export interface VerificationTable {
  id: string
  user_id: number
  kind: 'phone' | 'email'
  value: string
  purpose: 'prove' | 'leave'
  code_hmac: Buffer | null
  token_hash: Buffer | null
  provider: string | null
  provider_ref: string | null
  outcome: Generated<'sending' | 'sent' | 'unknown' | 'refused'>
  checks: Generated<number>
  address: string | null
  created_at: Generated<Date>
  expires_at: Date
  link_expires_at: Date | null
  used_at: Date | null
  replaced_at: Date | null
}
export interface ContactChangeTable {
  id: Generated<number>
  user_id: number
  kind: 'phone' | 'email'
  old_value: string
  new_value: string
  ready_at: Date | null
  stop_hash: Buffer | null
  created_at: Generated<Date>
  done_at: Date | null
  stopped_at: Date | null
}
export interface NumberClaimTable {
  id: Generated<number>
  phone_number: string
  claimant_id: number
  holder_id: number
  object_hash: Buffer
  created_at: Generated<Date>
  ends_at: Date
  objected_at: Date | null
  done_at: Date | null
}
interface SandboxCodeTable {
  id: Generated<number>
  recipient: string
  kind: 'phone' | 'email'
  code: string
  at: Generated<Date>
}

// 006-payments: payout targets
export interface PayoutTargetTable {
  id: string
  user_id: number
  kind: TargetKind
  address_sealed: Buffer
  address_masked: string
  address_hash: Buffer
  bank_name: string | null
  name_matches: boolean
  created_at: Date
  usable_from: Date
  retired_at: Date | null
  retired_because: 'replaced' | 'not_me' | 'reset' | 'deleted' | 'refused' | null
  freeze_hash: Buffer
  freeze_expires_at: Generated<Date>
  freeze_used_at: Date | null
}

// 003-accounts: second factors
interface TotpTable {
  user_id: number
  secret: Buffer | null
  pending_secret: Buffer | null
  last_step: number | null
}
interface RecoveryCodeTable {
  code_hash: Buffer
  user_id: number
  used_at: Date | null
}

// 006-payments: files of payouts
export interface PayoutBatchTable {
  id: string
  bank_account_id: string
  format: PayoutFormat
  state: Generated<'made' | 'approved' | 'downloaded' | 'cancelled'>
  file_name: string
  file_sealed: Buffer
  file_sha256: string
  count: number
  total_paise: number
  made_by: number
  made_at: Date
  approved_by: number | null
  approved_at: Date | null
  downloaded_at: Date | null
}
interface PayoutBatchLineTable {
  batch_id: string
  position: number
  payout_id: string
  generation: number
  target_id: string | null
  amount_paise: number
  is_live: Generated<boolean>
}

// 006-payments: statements
export interface BankAccountTable {
  id: string
  bank: string
  account: string
  opening_paise: number
  own_names: string[]
  mapping: ColumnType<ColumnMapping | null, string | null, never>
  ifsc: string | null
  client_code: string | null
  payout_template: ColumnType<PayoutTemplate | null, string | null, string | null>
  created_by: number | null
  created_at: Generated<Date>
}
export interface StatementImportTable {
  id: string
  bank_account_id: string
  file_name: string
  file_sha256: string
  file_bytes: number
  state: 'read' | 'approved' | 'refused'
  problem: 'nothing_new' | 'wrong_account' | 'balance_broken' | 'conflict' | 'gap' | null
  problem_days: string[]
  format: string | null
  from_day: string | null
  to_day: string | null
  opening_paise: number | null
  closing_paise: number | null
  lines: number
  rows: ColumnType<ReviewedLine[], string, never>
  new_lines: number
  known_lines: number
  uploaded_by: number
  uploaded_at: Generated<Date>
  approved_by: number | null
  approved_at: Date | null
}
export interface StatementDropTable {
  import_id: string
  dropped_by: number
  dropped_at: Date
  note: string
}
export interface StatementLineTable {
  bank_account_id: string
  position: number
  key: string
  import_id: string
  date: string
  value_date: string | null
  dir: 'C' | 'D'
  amount_paise: number
  balance_paise: number
  narration: string
  ref: string
  tier: LineDecision['tier']
  rule: LineDecision['rule']
  outcome: LineDecision['outcome']
  target: string | null
  candidates: string[]
  class: LineDecision['class']
  flag: LineDecision['flag']
}

// 006-payments: lines in the books
export interface LineBookingTable {
  bank_account_id: string
  position: number
  outcome:
    | DepositOutcome
    | 'payout_paid'
    | 'payout_returned'
    | 'deposit_reversed'
    | 'settlement'
    | 'suspense'
    | 'unexplained'
  target: string | null
  transfers: string[]
  at: Date
}

// 006-payments: decisions of people
export interface LineDecisionTable {
  bank_account_id: string
  position: number
  n: number
  kind: 'pay_in' | 'payout' | 'settlement' | 'explain' | 'refund' | 'debt'
  target: string | null
  recipient: ColumnType<string | null, string | null | undefined, never>
  class: Explanation | null
  note: string
  expected: string | null
  needs_second: boolean
  state: 'proposed' | 'done' | 'dropped' | 'undone'
  decided_by: number
  decided_at: Date
  approved_by: number | null
  dropped_by: number | null
  outcome: string | null
  transfers: Generated<string[]>
  done_at: Date | null
  part_paise: Generated<number | null>
  undo_asked_by: number | null
  undo_note: string | null
  undone_by: number | null
  undone_at: Date | null
}

// 003-accounts: passkeys
interface PasskeyTable {
  id: Generated<number>
  user_id: number
  place: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  device: string | null
  created_at: Generated<Date>
  used_at: Date | null
}
interface PasskeyChallengeTable {
  session_hash: Buffer
  purpose: 'add' | 'confirm'
  challenge: Buffer
  created_at: Generated<Date>
}

// 003-accounts: apps and keys
export interface AppTable {
  id: string
  owner_id: number
  name: string
  mode: KeyMode
  version: ColumnType<ApiVersion, ApiVersion, never>
  created_at: Generated<Date>
  revoked_at: Generated<Date | null>
}
export interface ApiKeyTable {
  id: string
  app_id: string
  last4: string
  hash: Buffer
  scopes: Scope[]
  created_at: Generated<Date>
  expires_at: Generated<Date | null>
  last_used_at: Generated<Date | null>
  revoked_at: Generated<Date | null>
}

// 004-deals: offer links
// 004-deals: invitations
export interface InviteTable {
  id: string
  buyer_id: number
  phone_number: string
  fields: Json
  deal_id: string | null
  created_at: Generated<Date>
}

// 004-deals: ratings
export interface DealRatingTable {
  deal_id: string
  rater_id: number
  rated_id: number
  is_good: boolean
  created_at: Generated<Date>
}

// 004-deals: requests
export interface DealRequestTable {
  id: string
  seller_id: number
  buyer_id: number | null
  phone_number: string
  fields: Json
  deal_id: string | null
  created_at: Generated<Date>
}

export interface WaitingPhotoTable {
  id: string
  no: Generated<number>
  invite_id: string | null
  request_id: string | null
  owner_id: number
  name: string
  type: FileType
  size: number
  sha256: string
  has_location: boolean
  at: Date
}

export interface OfferLinkTable {
  id: string
  owner_id: number
  track: 'shopping'
  version: Generated<number>
  title: string
  details: string
  amount_paise: number
  stock: number | null
  stock_version: Generated<number>
  per_buyer: number
  photo_id: Generated<string | null>
  paused_at: Generated<Date | null>
  opened_at: Generated<Date | null>
  created_at: Generated<Date>
}
interface OfferLinkVersionTable {
  link_id: string
  version: number
  title: string
  details: string
  amount_paise: number
  stock: number | null
  per_buyer: number
  photo_id: string | null
  paused: boolean
  at: Generated<Date>
}
interface OfferLinkPhotoTable {
  id: string
  owner_id: number
  sha256: string
  content: Buffer
  at: Generated<Date>
}
interface OfferLinkTakeTable {
  deal_id: string
  link_id: string
  version: number
  buyer_id: number
  returned_at: Generated<Date | null>
}

// 007-communication: webhooks
export interface WebhookEndpointTable {
  id: string
  app_id: string
  url: string
  types: string[]
  secret_sealed: Buffer
  old_secret_sealed: Generated<Buffer | null>
  old_secret_until: Generated<Date | null>
  created_at: Generated<Date>
  failing_since: Generated<Date | null>
  last_problem: Generated<string | null>
  disabled_at: Generated<Date | null>
  disabled_because: Generated<'gone' | 'failing' | null>
  deleted_at: Generated<Date | null>
}
export interface WebhookMessageTable {
  id: Generated<number>
  message_id: string
  endpoint_id: string
  type: string
  body: string
  created_at: Generated<Date>
  tries: Generated<number>
  next_try_at: Generated<Date>
  delivered_at: Generated<Date | null>
  given_up_at: Generated<Date | null>
}
interface WebhookAttemptTable {
  id: Generated<number>
  message: number
  at: Generated<Date>
  status: number | null
  problem: string | null
  took_ms: number
  excerpt: Generated<string>
}

// 005-tax-papers
export interface TaxPersonTable {
  user_id: number
  name: string
  address: string
  pin: string
  state: StateCode
  gstin: string | null
  pan: string | null
  updated_at: Date
}
export interface TaxPaperTable {
  number: string
  kind: PaperKind
  year: string
  seq: number
  /** YYYY-MM-DD. */
  issued_on: string
  source: string
  user_id: number
  deal_id: string
  original: string | null
  supplier: ColumnType<PaperParty, string, never>
  recipient: ColumnType<PaperParty, string, never>
  fee: Fee
  sac: string
  place_of_supply: StateCode | null
  is_place_assumed: boolean
  rate_bp: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  round_off_paise: number
  total_paise: number
  reason: string | null
}
export interface TaxDueTable {
  source: string
  fee: Fee
  user_id: number
  deal_id: string
  amount_paise: number
  at: Date
  original: string | null
  reason: string | null
  recipient: ColumnType<PaperParty | null, string | null, string | null>
  number: string | null
}

export interface WithheldTaxTable {
  deal_id: string
  tax: WithheldTax
  user_id: number
  year: string
  /** YYYY-MM-DD. */
  withheld_on: string
  section: string
  gross_paise: number
  base_paise: number
  rate_bp: number
  tax_paise: number
  cgst_paise: Generated<number>
  sgst_paise: Generated<number>
  igst_paise: Generated<number>
  payee: ColumnType<PaperParty, string, never>
  pan: string | null
  place_of_supply: StateCode | null
  is_place_assumed: Generated<boolean>
  reason: WithholdingReason | null
}

export interface TaxGiveBackTable {
  deal_id: string
  tax: Generated<'tds'>
  amount_paise: number
  base_paise: number
  note: string
  asked_by: number
  asked_at: Date
  agreed_by: Generated<number | null>
  agreed_at: Generated<Date | null>
  transfer_id: Generated<string | null>
}

export interface Database {
  product_clock: ProductClockTable
  wall_clock: WallClockTable
  deal_event: DealEventTable
  app_user: UserTable
  session: SessionTable
  password_reset: PasswordResetTable
  sign_in_link: PasswordResetTable
  known_origin: KnownOriginTable
  complaint_link: ComplaintLinkTable
  idempotency: IdempotencyTable
  lead: LeadTable
  lead_call: LeadCallTable
  policy: PolicyTable
  policy_version: PolicyVersionTable
  policy_proposal: PolicyProposalTable
  coupon: CouponTable
  coupon_holder: CouponHolderTable
  deal: DealTable
  dispute: DisputeTable
  offer: OfferTable
  pay_in: PayInTable
  webhook_event: WebhookEventTable
  deposit: DepositTable
  linked_account: LinkedAccountTable
  linked_account_link: LinkedAccountLinkTable
  provider_hold: ProviderHoldTable
  provider_hold_step: ProviderHoldStepTable
  provider_outage: ProviderOutageTable
  deposit_reversal: DepositReversalTable
  statement_file: StatementFileTable
  chargeback: ChargebackTable
  write_off: WriteOffTable
  tax_give_back: TaxGiveBackTable
  settlement: SettlementTable
  settlement_line: SettlementLineTable
  settlement_report: SettlementReportTable
  discrepancy: DiscrepancyTable
  payout: PayoutTable
  payout_attempt: PayoutAttemptTable
  payout_approval: PayoutApprovalTable
  target_check: TargetCheckTable
  decision_proposal: DecisionProposalTable
  deal_owner: DealOwnerTable
  team_note: TeamNoteTable
  day_figure: DayFigureTable
  payout_outcome: PayoutOutcomeTable
  payout_target_proposal: PayoutTargetProposalTable
  app_secret: AppSecretTable
  evidence_key: EvidenceKeyTable
  email: EmailTable
  notification: NotificationTable
  deal_file: DealFileTable
  file_withdrawal: FileWithdrawalTable
  file_sending: FileSendingTable
  file_erasure: FileErasureTable
  deal_message: DealMessageTable
  message_mark: MessageMarkTable
  grievance: GrievanceTable
  verification: VerificationTable
  business_name_key: BusinessNameKeyTable
  contact_change: ContactChangeTable
  number_claim: NumberClaimTable
  sandbox_code: SandboxCodeTable
  payout_target: PayoutTargetTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  payment_claim: PaymentClaimTable
  bank_account: BankAccountTable
  payout_batch: PayoutBatchTable
  payout_batch_line: PayoutBatchLineTable
  statement_import: StatementImportTable
  statement_drop: StatementDropTable
  statement_line: StatementLineTable
  line_booking: LineBookingTable
  line_decision: LineDecisionTable
  app: AppTable
  api_key: ApiKeyTable
  offer_link: OfferLinkTable
  invite: InviteTable
  deal_request: DealRequestTable
  waiting_photo: WaitingPhotoTable
  deal_rating: DealRatingTable
  webhook_endpoint: WebhookEndpointTable
  webhook_message: WebhookMessageTable
  push_subscription: PushSubscriptionTable
  push_message: PushMessageTable
  whatsapp_message: WhatsAppMessageTable
  webhook_attempt: WebhookAttemptTable
  offer_link_version: OfferLinkVersionTable
  offer_link_take: OfferLinkTakeTable
  offer_link_photo: OfferLinkPhotoTable
  tax_person: TaxPersonTable
  tax_paper: TaxPaperTable
  tax_due: TaxDueTable
  withheld_tax: WithheldTaxTable
}
