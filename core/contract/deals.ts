/** Deals as their parties and the team see them, and the one call that moves them. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { HOLD_TO } from '#core/lifecycle/transitions.ts'
import { PAYEE_WAITS } from '#core/payee-accounts.ts'
import { HOLD_REASONS, PAYOUT_PURPOSES, PAYOUT_STATUSES } from '#core/payout-holds.ts'
import { WITHHOLDING_REASONS } from '#core/tax/withholding.ts'
import { DOCUMENTS } from './documents.ts'
import { endpoint, fieldErrors, formPkParams, iso, listQuery, orderingBy, problem } from './endpoint.ts'
import { paymentClaim } from './payment-claim.ts'
import { payment } from './payments.ts'

const track = z.enum(['shopping', 'services'])
const partyOrTeam = z.enum(['payer', 'payee', 'team'])

const inputField = z.object({
  name: z.string(),
  type: z.enum(['text', 'prose', 'select', 'moment', 'paise', 'files', 'tick', 'number', 'hidden']),
  required: z.boolean(),
  options: z.array(z.string()).readonly().optional(),
  max: z.number().optional(),
})

/** What an action or the deadline would do to the deal and its money. */
const outcome = {
  to: z.enum(STATUSES),
  hold: z.enum(HOLD_TO).nullable(),
  /** Null while the money stays, and for a share that is yet to be named. */
  parts: z.object({ payer_paise: z.int(), payee_paise: z.int(), commission_paise: z.int() }).nullable(),
}

const dealEvent = z.object({
  seq: z.int(),
  name: z.string(),
  at: iso,
  by: z.enum(['payer', 'payee', 'team', 'gateway', 'lapse']),
  terms_version: z.int(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
})
export type DealEvent = z.output<typeof dealEvent>

const parcel = z.object({
  courier: z.string(),
  tracking_number: z.string(),
  url: z.string().nullable(),
  /** Taken before such numbers were refused. */
  unusual: z.boolean(),
})

const offer = z.object({
  id: z.string(),
  by: z.enum(['payer', 'payee']),
  payer_share_paise: z.int(),
  note: z.string().nullable(),
  at: iso,
  open: z.boolean(),
})

const dispute = z.object({
  opened_by: z.enum(['payer', 'payee']),
  reason: z.string(),
  statement: z.string(),
  wanted: z.string().nullable(),
  response: z.string().nullable(),
  fees: z.object({
    payer: z.enum(['due', 'paid', 'returned', 'kept']),
    payee: z.enum(['due', 'paid', 'returned', 'kept']),
  }),
  filed_at: iso,
  respond_by: iso,
  settle_by: iso,
  escalated_by: z.array(z.enum(['payer', 'payee'])),
  offers: z.array(offer),
  decision: z
    .object({ payer_share_paise: z.int(), at_fault: z.string(), reasons: z.string(), at: iso })
    .nullable(),
})

export const dealFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  type: z.string(),
  kind: z.string(),
  by: partyOrTeam,
  at: iso,
  /** Its uploader hid it: the other side sees that there was one, and no more. */
  withdrawn_at: iso.nullable(),
})
export type DealFile = z.output<typeof dealFile>

const name = {
  name: z.string(),
  phone_number: z.string().nullable(),
  /** How many of those who dealt with them would deal with them again. */
  again: z.object({ yes: z.int(), of: z.int() }),
}

const deal = z.object({
  form_pk: z.string(),
  link: z.string(),
  track,
  status: z.enum(STATUSES),
  terms_version: z.int(),
  me: partyOrTeam,
  creator: z.enum(['payer', 'payee']),
  whose_move: z.array(partyOrTeam),
  due_at: iso.nullable(),
  due_event: z.string().nullable(),
  now: iso,
  terms: z.record(z.string(), z.unknown()),
  policy: z.record(z.string(), z.unknown()),
  parties: z.object({
    payer: z.object(name),
    payee: z.object({
      ...name,
      business_name: z.string().nullable().optional(),
      /** The name that the payee's bank has, where it is their own; the payer and the team see it. */
      verified_name: z.string().nullable(),
    }),
  }),
  actions: z.array(
    z.object({
      name: z.string(),
      fields: z.array(inputField),
      ...outcome,
      /** The deal ends with it: nothing can be undone. */
      final: z.boolean(),
    }),
  ),
  /** What happens when `due_at` passes; null when no deadline runs. */
  lapse: z.object(outcome).nullable(),
  events: z.array(dealEvent),
  money: z.object({
    amount_paise: z.int(),
    held_paise: z.int(),
    payee_paise: z.int(),
    payer_paise: z.int(),
    commission_paise: z.int(),
    dispute_fees_paise: z.int(),
    /** Of what each was credited: payments that were not due, and went back to where they came from. */
    stray_paise: z.object({ payer: z.int(), payee: z.int() }),
    /** What a release would bring the payee now, after commission. */
    release_payee_paise: z.int(),
    /** What cancelling now, after delivery started, would leave the payee. */
    cancellation_fee_paise: z.int(),
    /** What of the payee's part of a share is ours. */
    commission_basis_points: z.int(),
  }),
  /** For the payee and the team, where tax is withheld: what of the payee's part goes to the State, by a release now or by the end that was (`final`). */
  withheld: z
    .object({
      tds_paise: z.int(),
      tcs_paise: z.int(),
      reason: z.enum(WITHHOLDING_REASONS).nullable(),
      final: z.boolean(),
    })
    .optional(),
  /** For the side that owed it: what of their part of this deal's money was set against their debt, and is in no payout. */
  set_off_paise: z.int().optional(),
  /** Whether all that is owed to a side has arrived there. */
  paid_out: z.object({ payer: z.boolean(), payee: z.boolean() }),
  payouts: z.array(
    z.object({
      to: z.enum(['payer', 'payee']),
      purpose: z.enum(PAYOUT_PURPOSES),
      /** Of a stray payment: what it was meant for. */
      pay_in_purpose: z.enum(['amount', 'fee']).nullable(),
      amount_paise: z.int(),
      status: z.enum(PAYOUT_STATUSES),
      /** Why it waits; `team_check` stands for what the parties are not told. */
      held_because: z.array(z.enum([...HOLD_REASONS, 'team_check'])),
      /** When time alone ends the wait. */
      held_until: iso.nullable(),
    }),
  ),
  /** Whose part of an ended deal is held back. Until when, where time alone ends it; why is told to its owner, in `payouts`. */
  payout_waits: z.array(z.object({ to: z.enum(['payer', 'payee']), until: iso.nullable() })).optional(),
  /** What is due from me now; POST …/pay opens the pay-in for it. Null while `payments_paused`: nobody can pay a deal for the moment. */
  to_pay: z.object({ purpose: z.enum(['amount', 'fee']), amount_paise: z.int() }).nullable(),
  /** Why nobody can pay it yet: of its payee's account at the payment provider. Null when it can be paid, or needs none. */
  payee_waits: z.enum(PAYEE_WAITS).nullable(),
  /** From when it can be paid, while the account is new. */
  payee_ready_at: iso.optional(),
  payments_paused: z.boolean().optional(),
  payment: payment.nullable(),
  /** The last "I have paid"; of the other side's only that there is one. */
  payment_claim: paymentClaim.nullable(),
  tracking: parcel.nullable(),
  return_tracking: parcel.nullable(),
  handover_code: z.string().nullable(),
  extension_to: iso.nullable(),
  dispute: dispute.nullable(),
  /** Whether I may say if I would deal with them again, and what I said. Nothing for the team. */
  rating: z.object({ open: z.boolean(), given: z.boolean().nullable() }),
  files: z.array(dealFile),
  /** Those that it is far enough for: GET …/:paper.pdf (core/contract/documents.ts). */
  papers: z.array(z.enum(DOCUMENTS)),
  chat_url: z.string().nullable(),
})
export type Deal = z.output<typeof deal>

const dealListItem = z.object({
  form_pk: z.string(),
  link: z.string(),
  track,
  me: z.enum(['payer', 'payee']),
  title: z.string(),
  /** The first picture of what is dealt in: GET /api/deals/:form_pk/files/:id. */
  photo: z.string().nullable(),
  other_party: z.string(),
  amount: z.number(),
  amount_paise: z.int(),
  status: z.enum(STATUSES),
  due_at: iso.nullable(),
  due_event: z.string().nullable(),
  whose_move: z.array(partyOrTeam),
  /** I have said that I paid what is due, and it is looked for at the bank. */
  payment_claimed: z.boolean(),
  created_at: iso,
})
export type DealListItem = z.output<typeof dealListItem>

/** Whoever has said that they paid has nothing to do before the bank has answered. */
export const isMyTurn = ({
  me,
  whose_move,
  payment_claimed,
}: Pick<DealListItem, 'me' | 'whose_move' | 'payment_claimed'>): boolean =>
  whose_move.includes(me) && !payment_claimed

/** Those that still run, those that ended, or all. */
export const DEALS_SHOWN = ['all', 'open', 'ended'] as const

export const listDeals = endpoint({
  method: 'GET',
  path: '/api/deals',
  access: 'user',
  scope: 'deals:read',
  summary:
    'My deals, newest first; `search` finds titles and the other party, `ordering` takes created_at, amount or due_at, with a minus for the largest first',
  query: listQuery.extend({
    show: z.enum(DEALS_SHOWN).default('all'),
    ordering: orderingBy(['created_at', 'amount', 'due_at']),
  }),
  responses: { 200: z.array(dealListItem), 400: fieldErrors },
})

export const readHeld = endpoint({
  method: 'GET',
  path: '/api/account/held',
  access: 'user',
  summary: 'What is held in all my running deals, as the ledger has it: paid in by me, and on its way to me',
  responses: { 200: z.object({ by_me_paise: z.int(), for_me_paise: z.int() }) },
})

export const getDeal = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk',
  access: 'user',
  scope: 'deals:read',
  summary: 'One deal whole',
  params: formPkParams,
  responses: { 200: deal, 404: problem },
})

/** The body is judged by core/lifecycle/inputs.ts for the action named in the path. */
export const actOnDeal = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/:action',
  access: 'user',
  scope: 'deals:write',
  summary: 'Take an action of the lifecycle table; answers the deal',
  params: formPkParams.extend({ action: z.string().max(40) }),
  body: z.record(z.string(), z.unknown()).nullish(),
  responses: { 200: deal, 400: fieldErrors, 409: problem },
})

export const rateDeal = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/rating',
  access: 'user',
  summary: 'Say once, of an ended deal that was paid, whether I would deal with the other side again',
  params: formPkParams,
  body: z.object({ again: z.boolean({ error: 'required' }) }),
  responses: { 200: deal, 400: fieldErrors, 404: problem, 409: problem },
})

export const payDeal = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/pay',
  access: 'user',
  summary: 'A pay-in for what is due from me now; asked twice, the open one again',
  params: formPkParams,
  body: z.record(z.string(), z.unknown()).nullish(),
  responses: { 200: payment, 409: problem },
})
