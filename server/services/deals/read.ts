/** Look at one deal, or at all of mine. */
import type { Deal, DealRow as Row } from '../../../core/contract/deals.ts'
import { Refusal } from '../../../core/errors.ts'
import { shareLink } from '../../../core/ids.ts'
import { whoseMove } from '../../../core/lifecycle/allowed.ts'
import { toIso } from '../../../core/time.ts'
import { type DealRow, findDeal, listDealsOf, type MyQuery, withDispute } from '../../repositories/deals.ts'
import type { UserCtx } from '../context.ts'
import { factsOf } from './facts.ts'
import { presentDeal } from './present.ts'
import { offeredTrack, requireViewer, viewerOf } from './viewer.ts'

export async function readDeal(ctx: UserCtx, id: string): Promise<Deal> {
  const loaded = await findDeal(ctx.tx, id)
  if (!loaded) throw new Refusal('not_found')
  return presentDeal(ctx, loaded, requireViewer(loaded.deal, ctx.user))
}

/** A deal that this transaction has at hand. */
export const showDeal = async (ctx: UserCtx, deal: DealRow): Promise<Deal> =>
  presentDeal(ctx, await withDispute(ctx.tx, deal), requireViewer(deal, ctx.user))

export async function listMyDeals(ctx: UserCtx, query: MyQuery): Promise<{ rows: Row[]; total: number }> {
  const me = {
    id: ctx.user.id,
    phone: ctx.user.phoneNumber,
    counterpartyTrack: offeredTrack(ctx.user.userType),
  }
  const { rows, total } = await listDealsOf(ctx.tx, me, query)
  return { total, rows: await Promise.all(rows.map((deal) => row(ctx, deal))) }
}

async function row(ctx: UserCtx, deal: DealRow): Promise<Row> {
  // whose move it is needs the dispute of the few rows that are in one
  const loaded = deal.disputed_at ? await findDeal(ctx.tx, deal.id) : { deal, dispute: null }
  const facts = await factsOf(ctx, loaded ?? { deal, dispute: null })
  const { terms } = deal
  const me = viewerOf(deal, ctx.user) === 'payee' ? 'payee' : 'payer'
  const creator = `${terms.main_user_fname} ${terms.main_user_lname}`
  const counterparty = String(terms.cpty_company ?? terms.cpty_full_name ?? '')
  return {
    form_pk: deal.id,
    link: shareLink(ctx.house.publicUrl, deal.track, deal.id),
    track: deal.track,
    me,
    title: String(terms.service_details ?? terms.deliverables ?? ''),
    other_party: deal.creator_id === ctx.user.id ? counterparty : creator,
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    status: deal.status,
    due_at: deal.due_at ? toIso(deal.due_at.getTime()) : null,
    due_event: deal.due_event,
    whose_move: whoseMove(facts),
    created_at: toIso(deal.created_at.getTime()),
  }
}
