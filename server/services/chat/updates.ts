/** What is new in a deal since a position: numbers and names of events, never their content. Streams poll it. */
import { listEventsAfter } from '#server/repositories/events.ts'
import { lastMessage, listMessageIdsAfter } from '#server/repositories/messages.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'

export interface Position {
  readonly seq: number
  readonly message: number
}

export interface ChatUpdates {
  readonly events: readonly { seq: number; name: string }[]
  readonly messages: readonly { id: number }[]
  /** There are more than one page holds. */
  readonly isMore: boolean
}

const PAGE_SIZE = 200

/** Where a deal is now, for a user who may see it. */
export async function positionOf(ctx: UserCtx, dealId: string): Promise<Position> {
  const { deal } = await getDealFor(ctx, dealId)
  return { seq: deal.last_seq, message: await lastMessage(ctx.tx, dealId) }
}

export async function updatesSince(ctx: UserCtx, dealId: string, from: Position): Promise<ChatUpdates> {
  const now = await positionOf(ctx, dealId)
  const events = now.seq > from.seq ? await listEventsAfter(ctx.tx, dealId, from.seq, PAGE_SIZE) : []
  const messages =
    now.message > from.message ? await listMessageIdsAfter(ctx.tx, dealId, from.message, PAGE_SIZE) : []
  return { events, messages, isMore: events.length === PAGE_SIZE || messages.length === PAGE_SIZE }
}
