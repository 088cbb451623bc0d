/**
 * The life of a deal as data: one row per transition. Nothing outside this table may set a status; buttons, docs,
 * the state chart, the services and the tests all read it. The first row that fits (state, action, track, actor,
 * guard) is the one that is taken.
 */
import type { Track } from '#core/ids.ts'
import { HELD, type Lapse, type Status } from './states.ts'

export const ACTIONS = [
  'create',
  'edit',
  'accept',
  'decline',
  'withdraw',
  'fund',
  'unfund',
  'charged_back',
  'ship',
  'start',
  'cancel',
  'deliver',
  'confirm_receipt',
  'release',
  'propose_extension',
  'grant_extension',
  'decline_extension',
  'ask_more_time',
  'request_changes',
  'request_return',
  'accept_return',
  'decline_return',
  'withdraw_return',
  'ship_return',
  'confirm_return',
  'complain',
  'pay_fee',
  'respond',
  'withdraw_complaint',
  'propose_split',
  'accept_split',
  'escalate',
  'decide',
] as const
export type Action = (typeof ACTIONS)[number]

export type Who =
  | 'creator'
  | 'counterparty'
  | 'payer'
  | 'payee'
  | 'either'
  | 'complainant'
  | 'respondent'
  | 'offer_taker'
  | 'team'
  | 'gateway'

/** Where the hold goes when a row is taken. Every row into a terminal state that follows funding has one. */
export const HOLD_TO = [
  'refund',
  'release',
  'cancellation',
  'for_complainant',
  'offer',
  'decision',
  'halves',
  'suspense',
  'charged_back',
] as const
export type HoldTo = (typeof HOLD_TO)[number]
/** What becomes of dispute fees that were paid. */
type FeesTo = 'both_back' | 'respondent_kept' | 'by_fault'

export type Guard =
  | 'unproven_delivery'
  | 'unconfirmed_delivery'
  | 'extension_proposed'
  | 'more_time_once'
  | 'changes_left'
  | 'nothing_delivered'
  | 'own_fee_paid'
  | 'payer_complained'
  | 'payee_complained'
  | 'complainant_fee_unpaid_payer'
  | 'complainant_fee_unpaid_payee'
  | 'offer_open'
  | 'other_escalated'
  | 'not_escalated'

/** How the next deadline is found when it is not simply that of the state entered. */
type Due =
  | 'keep'
  | 'unproven_delivery'
  | 'claimed_delivery'
  | 'more_time'
  | 'extension'
  | 'changes'
  | 'answer'

export interface Transition {
  readonly from: Status | null
  readonly on: { readonly action: Action; readonly by: Who } | { readonly lapse: Lapse }
  readonly to: Status
  readonly track?: Track
  readonly when?: Guard
  readonly hold?: HoldTo
  readonly fees?: FeesTo
  readonly due?: Due
  /** The complainant of the dispute that this row opens. */
  readonly opens?: 'payer' | 'payee'
}

type RowOptions = Partial<Omit<Transition, 'from' | 'on' | 'to'>>
// biome-ignore lint/complexity/useMaxParams: a call is a row of the table below, and reads as one
const act = (
  from: Status | null,
  action: Action,
  by: Who,
  to: Status,
  extra: RowOptions = {},
): Transition => ({
  from,
  on: { action, by },
  to,
  ...extra,
})
const lapse = (from: Status, name: Lapse, to: Status, extra: RowOptions = {}): Transition => ({
  from,
  on: { lapse: name },
  to,
  ...extra,
})

const SHOPPING = { track: 'shopping' } as const
const SERVICES = { track: 'services' } as const
const BACK = { hold: 'refund' } as const
const PAID = { hold: 'release' } as const
const KEEP = { due: 'keep' } as const

export const TRANSITIONS: readonly Transition[] = [
  act(null, 'create', 'creator', 'proposed'),
  act('proposed', 'edit', 'creator', 'proposed'),
  act('proposed', 'accept', 'counterparty', 'agreed'),
  act('proposed', 'decline', 'counterparty', 'declined'),
  act('proposed', 'withdraw', 'creator', 'withdrawn'),
  lapse('proposed', 'offerValidity', 'expired'),

  act('agreed', 'fund', 'gateway', 'funded'),
  act('agreed', 'withdraw', 'either', 'withdrawn'),
  lapse('agreed', 'unresponsiveness', 'expired'),

  act('funded', 'ship', 'payee', 'in_delivery', SHOPPING),
  act('funded', 'start', 'payee', 'in_delivery', SERVICES),
  act('funded', 'cancel', 'either', 'refunded', BACK),
  // the money was another's: two of the team have undone what they had said of the bank's line
  act('funded', 'unfund', 'gateway', 'refunded', { hold: 'suspense' }),
  lapse('funded', 'trackingWindow', 'refunded', { ...SHOPPING, ...BACK }),
  lapse('funded', 'unresponsiveness', 'refunded', { ...SERVICES, ...BACK }),

  act('in_delivery', 'deliver', 'payee', 'delivered', {
    when: 'unproven_delivery',
    due: 'unproven_delivery',
  }),
  act('in_delivery', 'deliver', 'payee', 'delivered', {
    ...SHOPPING,
    when: 'unconfirmed_delivery',
    due: 'claimed_delivery',
  }),
  act('in_delivery', 'deliver', 'payee', 'delivered'),
  act('in_delivery', 'confirm_receipt', 'payer', 'delivered'),
  act('in_delivery', 'release', 'payer', 'released', PAID),
  act('in_delivery', 'propose_extension', 'payee', 'in_delivery', KEEP),
  act('in_delivery', 'grant_extension', 'payer', 'in_delivery', {
    when: 'extension_proposed',
    due: 'extension',
  }),
  act('in_delivery', 'decline_extension', 'payer', 'in_delivery', { when: 'extension_proposed', ...KEEP }),
  // not once work was handed over: whoever has asked for changes has it, and would take the money back as well
  act('in_delivery', 'cancel', 'payer', 'cancelled', { when: 'nothing_delivered', hold: 'cancellation' }),
  act('in_delivery', 'cancel', 'payee', 'refunded', BACK),
  act('in_delivery', 'complain', 'payer', 'disputed', { opens: 'payer' }),
  lapse('in_delivery', 'deliveryDue', 'refunded', BACK),

  act('delivered', 'ask_more_time', 'payer', 'delivered', { when: 'more_time_once', due: 'more_time' }),
  act('delivered', 'release', 'payer', 'released', PAID),
  act('delivered', 'complain', 'payer', 'disputed', { opens: 'payer' }),
  act('delivered', 'request_return', 'payer', 'return_requested', SHOPPING),
  act('delivered', 'request_changes', 'payer', 'in_delivery', {
    ...SERVICES,
    when: 'changes_left',
    due: 'changes',
  }),
  lapse('delivered', 'complaintWindow', 'released', PAID),

  act('return_requested', 'accept_return', 'payee', 'returning'),
  act('return_requested', 'decline_return', 'payee', 'disputed', { opens: 'payer' }),
  act('return_requested', 'withdraw_return', 'payer', 'released', PAID),
  lapse('return_requested', 'unresponsiveness', 'returning'),
  act('returning', 'ship_return', 'payer', 'return_in_transit'),
  act('returning', 'withdraw_return', 'payer', 'released', PAID),
  lapse('returning', 'returnWindow', 'released', PAID),
  act('return_in_transit', 'confirm_return', 'payee', 'refunded', BACK),
  act('return_in_transit', 'complain', 'payee', 'disputed', { opens: 'payee' }),
  lapse('return_in_transit', 'deliveryDue', 'refunded', BACK),

  // the other side's time to answer: it would be over with the time to pay
  act('disputed', 'pay_fee', 'gateway', 'disputed', { due: 'answer' }),
  act('disputed', 'respond', 'respondent', 'negotiating', { when: 'own_fee_paid' }),
  ...(['disputed', 'negotiating'] as const).flatMap((from) => [
    act(from, 'withdraw_complaint', 'complainant', 'released', {
      when: 'payer_complained',
      ...PAID,
      fees: 'both_back',
    }),
    act(from, 'withdraw_complaint', 'complainant', 'refunded', {
      when: 'payee_complained',
      ...BACK,
      fees: 'both_back',
    }),
  ]),
  lapse('disputed', 'unresponsiveness', 'released', {
    when: 'complainant_fee_unpaid_payer',
    ...PAID,
    fees: 'both_back',
  }),
  lapse('disputed', 'unresponsiveness', 'refunded', {
    when: 'complainant_fee_unpaid_payee',
    ...BACK,
    fees: 'both_back',
  }),
  lapse('disputed', 'unresponsiveness', 'settled', { hold: 'for_complainant', fees: 'respondent_kept' }),

  act('negotiating', 'pay_fee', 'gateway', 'negotiating', KEEP),
  act('negotiating', 'propose_split', 'either', 'negotiating', KEEP),
  act('negotiating', 'accept_split', 'offer_taker', 'settled', {
    when: 'offer_open',
    hold: 'offer',
    fees: 'both_back',
  }),
  act('negotiating', 'escalate', 'either', 'mediation', { when: 'other_escalated' }),
  act('negotiating', 'escalate', 'either', 'negotiating', { when: 'not_escalated', ...KEEP }),
  lapse('negotiating', 'mutualResolution', 'mediation'),

  act('mediation', 'decide', 'team', 'settled', { hold: 'decision', fees: 'by_fault' }),
  lapse('mediation', 'decisionLimit', 'settled', { hold: 'halves', fees: 'both_back' }),

  // the bank has taken the deposit back, and two of the team have said that it will not come again
  ...HELD.map((from) =>
    act(from, 'charged_back', 'gateway', 'refunded', {
      hold: 'charged_back',
      ...(['disputed', 'negotiating', 'mediation'].includes(from) ? { fees: 'both_back' as const } : {}),
    }),
  ),
]
