/** The messages of a deal as one of its people sees them, and how far each side has read. */
import type { Message, ReadMarks } from '#core/contract/chat.ts'
import { toIso } from '#core/time.ts'
import { findFiles } from '#server/repositories/files.ts'
import {
  countUnread,
  forgetMessageNotices,
  lastMessage,
  listMarks,
  listMessages,
  type MessageRow,
  setMark,
} from '#server/repositories/messages.ts'
import type { UserCtx } from '#server/services/context.ts'
import { presentFiles } from '#server/services/files/present.ts'
import { type ChatAccess, getChatFor, getOpenChatFor } from './access.ts'

export async function readMessages(
  ctx: UserCtx,
  dealId: string,
  query: { before?: number; after?: number; limit: number },
): Promise<Message[]> {
  const chat = await getChatFor(ctx, dealId)
  return presentMessages(ctx, chat, await listMessages(ctx.tx, dealId, query))
}

export async function presentMessages(
  ctx: UserCtx,
  chat: ChatAccess,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  const ids = [...new Set(rows.flatMap((row) => row.file_ids))]
  const files = presentFiles(ctx, await findFiles(ctx.tx, chat.dealId, ids), chat.viewer)
  return rows.map((row) => ({
    id: row.no,
    by: row.side,
    name: `${row.first_name} ${row.last_name}`,
    mine: row.user_id === ctx.user.id,
    text: row.text,
    at: toIso(row.at.getTime()),
    files: files.filter((file) => row.file_ids.includes(file.id)),
  }))
}

export async function readMarks(ctx: UserCtx, dealId: string): Promise<ReadMarks> {
  await getChatFor(ctx, dealId)
  const marks = await listMarks(ctx.tx, dealId)
  const [own] = await countUnread(ctx.tx, ctx.user.id, dealId)
  const markOf = (side: 'payer' | 'payee' | 'team'): number => marks.get(side) ?? 0
  return {
    last: await lastMessage(ctx.tx, dealId),
    unread: own?.unread ?? 0,
    read: { payer: markOf('payer'), payee: markOf('payee'), team: markOf('team') },
  }
}

/** A number beyond the last message stands for the last. */
export async function markRead(ctx: UserCtx, dealId: string, id: number): Promise<ReadMarks> {
  const chat = await getOpenChatFor(ctx, dealId)
  const no = Math.min(id, await lastMessage(ctx.tx, dealId))
  await setMark(ctx.tx, { dealId, userId: ctx.user.id, side: chat.viewer, no })
  await forgetMessageNotices(ctx.tx, { userId: ctx.user.id, dealId, now: ctx.now })
  return readMarks(ctx, dealId)
}

export async function unreadMessages(ctx: UserCtx) {
  const deals = await countUnread(ctx.tx, ctx.user.id)
  return { total: deals.reduce((sum, deal) => sum + deal.unread, 0), deals }
}
