/** Between a deal's rows and the lifecycle's facts, both ways. */
import type { DealFacts, Dispute } from '#core/lifecycle/facts.ts'
import { paise } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import type { DealRow, DisputeRow, Loaded } from '#server/repositories/deals.ts'
import { findOffer } from '#server/repositories/disputes.ts'
import { getPolicy } from '#server/repositories/policies.ts'
import type { Ctx } from '#server/services/context.ts'

const ms = (at: Date | null): number | null => at?.getTime() ?? null
export const date = (at: number | null): Date | null => (at === null ? null : new Date(at))

async function disputeFacts(ctx: Ctx, row: DisputeRow): Promise<Dispute> {
  const offer = row.open_offer_id ? await findOffer(ctx.tx, row.deal_id, row.open_offer_id) : undefined
  return {
    complainant: row.complainant,
    filedAt: row.filed_at.getTime(),
    feePaidPaise: { payer: paise(row.payer_fee_paise), payee: paise(row.payee_fee_paise) },
    escalatedBy: row.escalated_by,
    offer: offer ? { id: offer.id, by: offer.by, payerSharePaise: paise(offer.payer_share_paise) } : null,
  }
}

const fromRow = (deal: DealRow, policy: Policy, dispute: Dispute | null): DealFacts => ({
  track: deal.track,
  status: deal.status,
  creator: deal.track === 'shopping' ? 'payer' : 'payee',
  amountPaise: paise(deal.amount_paise),
  commissionBasisPoints: deal.commission_basis_points,
  cancellationFeeBasisPoints: deal.cancellation_fee_basis_points,
  termsVersion: deal.terms_version,
  policy,
  completionAt: ms(deal.completion_at),
  fundedAt: ms(deal.funded_at),
  deliveryDueAt: ms(deal.delivery_due_at),
  deliveredAt: ms(deal.delivered_at),
  dueAt: ms(deal.due_at),
  dueEvent: deal.due_event,
  moreTimeAsked: deal.more_time_asked,
  changesRequested: deal.changes_requested,
  extensionTo: ms(deal.extension_to),
  dispute,
  frozenSince: ms(deal.frozen_since),
})

/** The facts of a loaded deal, under the policy it was agreed with. */
export async function factsOf(ctx: Ctx, { deal, dispute }: Loaded): Promise<DealFacts> {
  const policy = await getPolicy(ctx.tx, deal.policy_id)
  return fromRow(deal, policy, dispute ? await disputeFacts(ctx, dispute) : null)
}

/** The columns of a deal that a decision sets. */
export const columnsOf = (facts: DealFacts) => ({
  status: facts.status,
  terms_version: facts.termsVersion,
  funded_at: date(facts.fundedAt),
  delivery_due_at: date(facts.deliveryDueAt),
  delivered_at: date(facts.deliveredAt),
  due_at: date(facts.dueAt),
  due_event: facts.dueEvent,
  more_time_asked: facts.moreTimeAsked,
  changes_requested: facts.changesRequested,
  extension_to: date(facts.extensionTo),
})
