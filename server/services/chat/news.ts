/** What is new in a deal since somebody last looked: for streams, which say that it is there and not what it says. */
import { Refusal } from '../../../core/errors.ts'
import { findDeal } from '../../repositories/deals.ts'
import { listEventsAfter } from '../../repositories/events.ts'
import { lastMessage, listMessageIdsAfter } from '../../repositories/messages.ts'
import type { UserCtx } from '../context.ts'
import { requireViewer } from '../deals/viewer.ts'

export interface Position {
  readonly seq: number
  readonly message: number
}

export interface News {
  readonly events: readonly { seq: number; name: string }[]
  readonly messages: readonly { id: number }[]
  /** There was more than one look brings. */
  readonly isMore: boolean
}

const A_LOOK = 200

/** Where a deal is now, for one who may see it. */
export async function positionOf(ctx: UserCtx, dealId: string): Promise<Position> {
  const found = await findDeal(ctx.tx, dealId)
  if (!found) throw new Refusal('not_found')
  requireViewer(found.deal, ctx.user)
  return { seq: found.deal.last_seq, message: await lastMessage(ctx.tx, dealId) }
}

export async function newsSince(ctx: UserCtx, dealId: string, from: Position): Promise<News> {
  const now = await positionOf(ctx, dealId)
  const events = now.seq > from.seq ? await listEventsAfter(ctx.tx, dealId, from.seq, A_LOOK) : []
  const messages =
    now.message > from.message ? await listMessageIdsAfter(ctx.tx, dealId, from.message, A_LOOK) : []
  return { events, messages, isMore: events.length === A_LOOK || messages.length === A_LOOK }
}
