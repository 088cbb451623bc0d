/** The dispute of a deal: statements, fees, offers, the decision. Both parties and the team see all of it. */
import type { Deal } from '#core/contract/deals.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { toIso } from '#core/time.ts'
import type { DisputeRow, Loaded } from '#server/repositories/deals.ts'
import { listOffers } from '#server/repositories/disputes.ts'
import type { Ctx } from '#server/services/context.ts'

type PresentedDispute = NonNullable<Deal['dispute']>

export async function presentDispute(
  ctx: Ctx,
  { deal, dispute }: Loaded,
  facts: DealFacts,
): Promise<Deal['dispute']> {
  if (!dispute) return null
  const filed = dispute.filed_at.getTime()
  const offers = await listOffers(ctx.tx, deal.id)
  return {
    opened_by: dispute.complainant,
    reason: dispute.reason,
    statement: dispute.statement,
    wanted: dispute.wanted,
    response: dispute.response,
    fees: { payer: fee(dispute, 'payer'), payee: fee(dispute, 'payee') },
    filed_at: toIso(filed),
    respond_by: toIso(filed + facts.policy.unresponsivenessMs),
    // later than counted from the complaint where the deal stood still, or the answer came late
    settle_by: toIso(
      (deal.status === 'negotiating' && deal.due_at?.getTime()) || filed + facts.policy.mutualResolutionMs,
    ),
    escalated_by: dispute.escalated_by,
    offers: offers.map((offer) => ({
      id: offer.id,
      by: offer.by,
      payer_share_paise: offer.payer_share_paise,
      note: offer.note,
      at: toIso(offer.at.getTime()),
      // in mediation the team decides on the statements: an offer can no longer be accepted
      open: offer.id === dispute.open_offer_id && deal.status === 'negotiating',
    })),
    decision: dispute.decision as PresentedDispute['decision'],
  }
}

function fee(dispute: DisputeRow, party: 'payer' | 'payee'): PresentedDispute['fees']['payer'] {
  const fate = party === 'payer' ? dispute.payer_fee_fate : dispute.payee_fee_fate
  if (fate) return fate === 'back' ? 'returned' : 'kept'
  return (party === 'payer' ? dispute.payer_fee_paise : dispute.payee_fee_paise) > 0 ? 'paid' : 'due'
}
