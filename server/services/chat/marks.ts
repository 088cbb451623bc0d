/** How far each side has read, and what one has not. */
import type { ReadMarks } from '../../../core/contract/chat.ts'
import { countUnread, lastMessage, listMarks, setMark } from '../../repositories/messages.ts'
import type { UserCtx } from '../context.ts'
import { enterOpenRoom, enterRoom } from './room.ts'

export async function readMarks(ctx: UserCtx, dealId: string): Promise<ReadMarks> {
  await enterRoom(ctx, dealId)
  const marks = await listMarks(ctx.tx, dealId)
  const [mine] = await countUnread(ctx.tx, ctx.user.id, dealId)
  const of = (side: 'payer' | 'payee' | 'team'): number => marks.get(side) ?? 0
  return {
    last: await lastMessage(ctx.tx, dealId),
    unread: mine?.unread ?? 0,
    read: { payer: of('payer'), payee: of('payee'), team: of('team') },
  }
}

/** A number beyond the last message stands for the last. */
export async function markRead(ctx: UserCtx, dealId: string, id: number): Promise<ReadMarks> {
  const room = await enterOpenRoom(ctx, dealId)
  const no = Math.min(id, await lastMessage(ctx.tx, dealId))
  await setMark(ctx.tx, { dealId, userId: ctx.user.id, side: room.viewer, no })
  return readMarks(ctx, dealId)
}

export async function unreadMessages(ctx: UserCtx) {
  const deals = await countUnread(ctx.tx, ctx.user.id)
  return { total: deals.reduce((sum, deal) => sum + deal.unread, 0), deals }
}
