/** Who a row is for, and the conditions it names. One line each. */
import type { RefusalCode } from '#core/errors.ts'
import type { Actor, DealFacts, Request } from './facts.ts'
import { otherParty } from './states.ts'
import type { Guard, Transition, Who } from './transitions.ts'

const isParty = (actor: Actor): actor is 'payer' | 'payee' => actor === 'payer' || actor === 'payee'

const HERE: Readonly<Record<Who, (facts: DealFacts, actor: Actor) => boolean>> = {
  creator: (facts, actor) => actor === facts.creator,
  counterparty: (facts, actor) => actor === otherParty(facts.creator),
  payer: (_, actor) => actor === 'payer',
  payee: (_, actor) => actor === 'payee',
  either: (_, actor) => isParty(actor),
  complainant: (facts, actor) => actor === facts.dispute?.complainant,
  respondent: (facts, actor) => isParty(actor) && actor !== facts.dispute?.complainant,
  offer_taker: (facts, actor) => isParty(actor) && actor !== facts.dispute?.offer?.by,
  team: (_, actor) => actor === 'team',
  gateway: (_, actor) => actor === 'gateway',
}

const byOf = (row: Transition): Who | null => ('action' in row.on ? row.on.by : null)

/** Whether this actor may take the row in the deal as it stands. */
export function mayHere(row: Transition, facts: DealFacts, actor: Actor): boolean {
  const by = byOf(row)
  return by !== null && HERE[by](facts, actor)
}

/** Whether this actor could ever take the row: roles that a dispute hands out count for both parties. */
export function couldEverAct(row: Transition, facts: DealFacts, actor: Actor): boolean {
  const by = byOf(row)
  if (by === 'complainant' || by === 'respondent' || by === 'offer_taker') return isParty(actor)
  return mayHere(row, facts, actor)
}

/** Where no fee is asked for, none is missing. */
export const feeUnpaidBy = (party: 'payer' | 'payee', { dispute, policy }: DealFacts): boolean =>
  dispute?.complainant === party && dispute.feePaidPaise[party] === 0 && policy.disputeFeePaise > 0

const GUARDS: Readonly<Record<Guard, (facts: DealFacts, request: Request) => boolean>> = {
  unproven_delivery: (_, request) => request.deliveryConfirmed !== true && request.deliveryProven !== true,
  unconfirmed_delivery: (_, request) => request.deliveryConfirmed !== true,
  extension_proposed: (facts) => facts.extensionTo !== null,
  more_time_once: (facts) => !facts.moreTimeAsked,
  nothing_delivered: (facts) => facts.deliveredAt === null,
  changes_left: (facts) => facts.changesRequested < facts.policy.maxChangeRequests,
  own_fee_paid: ({ dispute, policy }, { by }) =>
    isParty(by) && dispute !== null && dispute.feePaidPaise[by] >= policy.disputeFeePaise,
  payer_complained: ({ dispute }) => dispute?.complainant === 'payer',
  payee_complained: ({ dispute }) => dispute?.complainant === 'payee',
  complainant_fee_unpaid_payer: (facts) => feeUnpaidBy('payer', facts),
  complainant_fee_unpaid_payee: (facts) => feeUnpaidBy('payee', facts),
  offer_open: ({ dispute }, { input }) =>
    dispute !== null && dispute.offer !== null && dispute.offer.id === input?.offer_id,
  other_escalated: ({ dispute }, { by }) =>
    isParty(by) && (dispute?.escalatedBy.includes(otherParty(by)) ?? false),
  not_escalated: ({ dispute }, { by }) => isParty(by) && !dispute?.escalatedBy.includes(by),
}

/** Whether the row's condition is met; true for a row without one. Who may take the row is `mayHere`'s to say. */
export const holds = (row: Transition, facts: DealFacts, request: Request): boolean =>
  row.when === undefined || GUARDS[row.when](facts, request)

const REFUSAL: Partial<Record<Guard, RefusalCode>> = {
  more_time_once: 'limit_reached',
  changes_left: 'limit_reached',
  own_fee_paid: 'fee_unpaid',
  offer_open: 'conflict',
  not_escalated: 'conflict',
  other_escalated: 'conflict',
}

/** What to answer when the row was right but its condition was not. */
export const failedGuard = (row: Transition | undefined): RefusalCode =>
  (row?.when && REFUSAL[row.when]) ?? 'wrong_state'
