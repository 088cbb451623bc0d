/** The chat of a deal: its parties and the team. It opens when somebody has accepted: before, there is no other party. */
import { Refusal } from '../../../core/errors.ts'
import { findDeal } from '../../repositories/deals.ts'
import type { UserCtx } from '../context.ts'
import { requireViewer, type Viewer } from '../deals/viewer.ts'

export interface Room {
  readonly dealId: string
  readonly viewer: Viewer
  readonly isOpen: boolean
}

export async function enterRoom(ctx: UserCtx, dealId: string): Promise<Room> {
  const found = await findDeal(ctx.tx, dealId)
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  return { dealId, viewer, isOpen: found.deal.agreed_at !== null }
}

export async function enterOpenRoom(ctx: UserCtx, dealId: string): Promise<Room> {
  const room = await enterRoom(ctx, dealId)
  if (!room.isOpen) throw new Refusal('wrong_state')
  return room
}
