/** The team's decision of a dispute: who may not make it, and what two people make together. */
import { fieldsOfIssues, invalid, Refusal } from '#core/errors.ts'
import { inputOf } from '#core/lifecycle/inputs.ts'
import { randomId } from '#server/lib/tokens.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import {
  closeProposal,
  type DecisionProposalRow,
  findProposal,
  insertProposal,
} from '#server/repositories/dispute-desk.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { act } from './act.ts'
import { isOwnCase, needsTwo } from './decision-rights.ts'

type DecisionState = { readonly state: 'decided' | 'proposed' }

/** Answers a Refusal where `act` does: a deadline that passed first is written all the same. */
export async function decideCase(
  ctx: UserCtx,
  dealId: string,
  body: unknown,
): Promise<DecisionState | Refusal> {
  const { deal, viewer } = await lockDealFor(ctx, dealId)
  const isDecided = viewer !== 'team' || deal.status !== 'mediation' || !needsTwo(ctx, deal)
  if (isDecided) return stateAfter(await act(ctx, { dealId, action: 'decide', body }))
  if (await isOwnCase(ctx, deal)) throw new Refusal('own_case')
  const parsed = inputOf('decide').schema.safeParse(body)
  if (!parsed.success) throw invalid(fieldsOfIssues(parsed.error.issues))
  const decision = parsed.data as Pick<DecisionProposalRow, 'payer_share_paise' | 'at_fault' | 'reasons'>
  if (decision.payer_share_paise > deal.amount_paise) throw invalid({ payer_share_paise: ['share'] })
  const values = { ...decision, id: randomId(), deal_id: deal.id, proposed_by: ctx.user.id }
  if (!(await insertProposal(ctx.tx, { ...values, proposed_at: new Date(ctx.now) })))
    throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'decision_proposed',
    actor: ctx.user,
    subject: { type: 'deal', id: deal.id },
    after: { payer_share_paise: decision.payer_share_paise, at_fault: decision.at_fault },
  })
  return { state: 'proposed' }
}

const stateAfter = (deal: DealRow | Refusal): { state: 'decided' } | Refusal =>
  deal instanceof Refusal ? deal : { state: 'decided' }

/** By the lock of its deal: two who confirm at the same moment come one after the other. */
async function lockProposal(ctx: UserCtx, id: string): Promise<DecisionProposalRow> {
  const dealId = (await findProposal(ctx.tx, id))?.deal_id
  if (dealId === undefined) throw new Refusal('not_found')
  const { viewer } = await lockDealFor(ctx, dealId)
  if (viewer !== 'team') throw new Refusal('own_case')
  const proposal = await findProposal(ctx.tx, id)
  if (proposal?.state !== 'open') throw new Refusal('wrong_state')
  return proposal
}

export async function confirmDecision(ctx: UserCtx, id: string): Promise<{ state: 'decided' } | Refusal> {
  const { deal_id: dealId, proposed_by, ...proposal } = await lockProposal(ctx, id)
  if (proposed_by === ctx.user.id) throw new Refusal('forbidden')
  const { payer_share_paise, at_fault, reasons } = proposal
  const body = { payer_share_paise, at_fault, reasons }
  const state = stateAfter(await act(ctx, { dealId, action: 'decide', body, isConfirmed: true }))
  if (state instanceof Refusal) return state
  await closeProposal(ctx.tx, { id, state: 'confirmed', by: ctx.user.id, at: new Date(ctx.now) })
  return state
}

/** Its author takes it back, or a second person declines it. */
export async function dropDecision(ctx: UserCtx, id: string): Promise<{ state: 'dropped' }> {
  const { deal_id } = await lockProposal(ctx, id)
  await closeProposal(ctx.tx, { id, state: 'dropped', by: ctx.user.id, at: new Date(ctx.now) })
  const subject = { type: 'deal', id: deal_id }
  await recordAudit(ctx, { action: 'decision_dropped', actor: ctx.user, subject })
  return { state: 'dropped' }
}
