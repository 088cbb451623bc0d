/** Loads a deal for somebody. Who may see one is decided here alone: a stranger gets the answer for no such deal. */
import { Refusal } from '#core/errors.ts'
import {
  bindOffer,
  type DealRow,
  findDeal,
  type Loaded,
  lockDeal,
  withDispute,
} from '#server/repositories/deals.ts'
import { recordView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { isUnbound, type Viewer, viewerOf } from './viewer.ts'

export interface ViewedDeal extends Loaded {
  readonly viewer: Viewer
}

async function viewedBy(ctx: UserCtx, loaded: Loaded | null): Promise<ViewedDeal> {
  const viewer = loaded && viewerOf(ctx, loaded.deal, ctx.user)
  if (!viewer) throw new Refusal('not_found')
  if (viewer === 'team') await recordView(ctx, { type: 'deal', id: loaded.deal.id })
  const isFirstLook = isUnbound(loaded.deal) && viewer !== 'team' && loaded.deal.creator_id !== ctx.user.id
  if (!isFirstLook) return { ...loaded, viewer }
  // without this the offer would go on to whoever has the number next
  if (!(await bindOffer(ctx.tx, loaded.deal.id, ctx.user.id))) throw new Refusal('not_found')
  return { ...loaded, deal: { ...loaded.deal, counterparty_id: ctx.user.id }, viewer }
}

export const getDealFor = async (ctx: UserCtx, dealId: string): Promise<ViewedDeal> =>
  viewedBy(ctx, await findDeal(ctx.tx, dealId))

/** The same, locked until the transaction ends. */
export const lockDealFor = async (ctx: UserCtx, dealId: string): Promise<ViewedDeal> =>
  viewedBy(ctx, await lockDeal(ctx.tx, dealId))

/** The same for a row that this transaction has at hand. */
export const viewDealFor = async (ctx: UserCtx, deal: DealRow): Promise<ViewedDeal> =>
  viewedBy(ctx, await withDispute(ctx.tx, deal))
