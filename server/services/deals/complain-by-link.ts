/** A complaint by mailed link: it acts as the payer, on that deal and by that action alone. */
import { releaseParts } from '#core/charges.ts'
import type { ComplaintView } from '#core/contract/complaint-link.ts'
import { likelyReasons, likelyRemedies } from '#core/disputes.ts'
import { Refusal } from '#core/errors.ts'
import { refusalBeforeInput } from '#core/lifecycle/decide.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { toIso } from '#core/time.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type ComplaintLinkRow,
  consumeComplaintLink,
  findComplaintLink,
} from '#server/repositories/complaint-links.ts'
import { findDeal, type Loaded } from '#server/repositories/deals.ts'
import { listEvents } from '#server/repositories/events.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { act } from './act.ts'

async function getLink(ctx: Ctx, token: string): Promise<ComplaintLinkRow> {
  const link = await findComplaintLink(ctx.tx, tokenHash(token), ctx.now)
  if (!link) throw new Refusal('gone')
  return link
}

export async function readComplaintLink(ctx: Ctx, token: string): Promise<ComplaintView> {
  const { deal_id } = await getLink(ctx, token)
  const loaded = await findDeal(ctx.tx, deal_id)
  if (!loaded) throw new Refusal('gone')
  const { deal } = loaded
  const { title, payee } = await participantsOf(ctx, deal)
  const claim = (await listEvents(ctx.tx, deal_id)).findLast((event) => event.name === 'deliver')
  const facts = await factsOf(ctx, loaded)
  const complaint = { track: deal.track, by: 'payer', isDelivered: deal.status !== 'in_delivery' } as const
  return {
    form_pk: deal.id,
    track: deal.track,
    title,
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    payee: payee.name,
    note: typeof claim?.data.note === 'string' ? claim.data.note : '',
    until: openUntil(ctx, loaded, facts),
    fee_paise: facts.policy.disputeFeePaise,
    fee_until: toIso(ctx.now + facts.policy.unresponsivenessMs),
    release_payee_paise: releaseParts(facts.amountPaise, facts.commissionBasisPoints).payeePaise,
    reasons: [...likelyReasons(complaint)],
    remedies: [...likelyRemedies(complaint)],
  }
}

/** Null once the deadline has passed, applied or not, and in a state without complaints. */
function openUntil(ctx: Ctx, { deal }: Loaded, facts: DealFacts): string | null {
  const request = { action: 'complain', by: 'payer', now: ctx.now } as const
  const isRefused = refusalBeforeInput(facts, request) !== null
  return isRefused || deal.due_at === null ? null : toIso(deal.due_at.getTime())
}

/** A Refusal that is returned has something to commit, as in act(); the link stays unused then. */
export async function complainByLink(
  ctx: Ctx,
  { token, ...body }: { token: string } & Record<string, unknown>,
): Promise<{ form_pk: string; status: string } | Refusal> {
  const link = await getLink(ctx, token)
  const payer = await findUser(ctx.tx, link.user_id)
  if (!payer || payer.deleted_at) throw new Refusal('gone')
  const payerCtx: UserCtx = { ...ctx, user: sessionUser(payer) }
  const deal = await act(payerCtx, { dealId: link.deal_id, action: 'complain', body })
  if (deal instanceof Refusal) return deal
  // the deal is locked by now: of two uses at once the second finds the link used
  if (!(await consumeComplaintLink(ctx.tx, tokenHash(token), ctx.now))) throw new Refusal('gone')
  await recordAudit(ctx, {
    action: 'complaint_link_used',
    actor: payerCtx.user,
    subject: { type: 'deal', id: deal.id },
  })
  return { form_pk: deal.id, status: deal.status }
}
