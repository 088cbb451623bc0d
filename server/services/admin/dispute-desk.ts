/** The desk of disputes as the team sees it. */
import type { DeskCase, listDisputes as listEndpoint, OpenCase } from '#core/contract/dispute-desk.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/errors.ts'
import { DAY_MS, toIso } from '#core/time.ts'
import { medianDecideMs } from '#server/repositories/day-figures.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { findOpenProposal, listOpenCases } from '#server/repositories/dispute-desk.ts'
import { clearOwner, findOwner, insertNote, listNotes, setOwner } from '#server/repositories/team-notes.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'
import { isOwnCase, needsTwo } from '#server/services/deals/decision-rights.ts'

const MEDIAN_DAYS = 90

export async function listDisputes(ctx: UserCtx): Promise<Answer<typeof listEndpoint>> {
  const rows = await listOpenCases(ctx.tx)
  await recordListView(
    ctx,
    'disputes',
    rows.map(({ id }) => id),
  )
  const cases = rows.map((row): OpenCase => {
    const wants = (party: 'payer' | 'payee') => (row.complainant === party ? row.wanted : null)
    return {
      ...{ form_pk: row.id, track: row.track, product: row.title, amount_paise: row.amount_paise },
      filed_at: toIso(row.filed_at.getTime()),
      due_at: row.due_at && toIso(row.due_at.getTime()),
      ...{ reason: row.reason, opened_by: row.complainant, proposed: row.proposed },
      payer: { name: row.payer_name ?? '', wanted: wants('payer'), offer_paise: row.payer_offer },
      payee: { name: row.payee_name ?? '', wanted: wants('payee'), offer_paise: row.payee_offer },
      owner: ownerOf(ctx, row.owner_id === null ? undefined : { ...row, first_name: row.owner_name ?? '' }),
    }
  })
  return {
    cases,
    median_decide_ms: await medianDecideMs(ctx.tx, new Date(ctx.now - MEDIAN_DAYS * DAY_MS)),
  }
}

const ownerOf = (
  ctx: UserCtx,
  owner: { owner_id: number | null; first_name: string } | undefined,
): OpenCase['owner'] => (owner ? { name: owner.first_name, mine: owner.owner_id === ctx.user.id } : null)

export const readCase = async (ctx: UserCtx, dealId: string): Promise<DeskCase> =>
  presentCase(ctx, await getTeamDeal(ctx, dealId))

/** One of the team who is a party of the deal does not read what the team writes of it. */
export async function getTeamDeal(ctx: UserCtx, dealId: string): Promise<DealRow> {
  const { deal, viewer } = await getDealFor(ctx, dealId)
  if (viewer !== 'team') throw new Refusal('own_case')
  return deal
}

async function presentCase(ctx: UserCtx, deal: DealRow): Promise<DeskCase> {
  const proposal = await findOpenProposal(ctx.tx, deal.id)
  const notes = await listNotes(ctx.tx, { dealId: deal.id })
  return {
    owner: ownerOf(ctx, await findOwner(ctx.tx, deal.id)),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: toIso(at.getTime()) })),
    proposal: proposal
      ? {
          ...{ id: proposal.id, payer_share_paise: proposal.payer_share_paise, at_fault: proposal.at_fault },
          ...{
            reasons: proposal.reasons,
            by: proposal.first_name,
            at: toIso(proposal.proposed_at.getTime()),
          },
          mine: proposal.proposed_by === ctx.user.id,
        }
      : null,
    needs_two: needsTwo(ctx, deal),
    own_case: await isOwnCase(ctx, deal),
  }
}

export async function ownCase(ctx: UserCtx, dealId: string, isMine: boolean): Promise<DeskCase> {
  const deal = await getTeamDeal(ctx, dealId)
  const before = await findOwner(ctx.tx, dealId)
  if (isMine) await setOwner(ctx.tx, dealId, ctx.user.id, new Date(ctx.now))
  else await clearOwner(ctx.tx, dealId, ctx.user.id)
  await recordAudit(ctx, {
    action: 'deal_owner_changed',
    actor: ctx.user,
    subject: { type: 'deal', id: dealId },
    before: { owner: before?.owner_id ?? null },
    after: { owner: (await findOwner(ctx.tx, dealId))?.owner_id ?? null },
  })
  return presentCase(ctx, deal)
}

export async function noteCase(ctx: UserCtx, dealId: string, text: string): Promise<DeskCase> {
  const deal = await getTeamDeal(ctx, dealId)
  await insertNote(ctx.tx, { dealId }, { text, authorId: ctx.user.id, at: new Date(ctx.now) })
  const subject = { type: 'deal', id: dealId }
  await recordAudit(ctx, { action: 'note_added', actor: ctx.user, subject })
  return presentCase(ctx, deal)
}
