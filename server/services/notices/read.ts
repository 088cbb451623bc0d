/** My notices: look at them, and mark them as read. */
import type { Notice } from '../../../core/contract/notices.ts'
import { toIso } from '../../../core/time.ts'
import { countUnread, listNotices, markRead, type NoticeRow, type Which } from '../../repositories/notices.ts'
import type { UserCtx } from '../context.ts'

export interface Page {
  readonly page: number
  readonly page_size: number
  readonly unread: '0' | '1'
}

export async function readMyNotices(
  ctx: UserCtx,
  query: Page,
): Promise<{ rows: Notice[]; total: number; unread: number }> {
  const { rows, total } = await listNotices(ctx.tx, ctx.user.id, { ...query, unread: query.unread === '1' })
  return { rows: rows.map(present), total, unread: await countUnread(ctx.tx, ctx.user.id) }
}

export async function markMyNotices(ctx: UserCtx, which: Which): Promise<{ unread: number }> {
  await markRead(ctx.tx, ctx.user.id, ctx.now, which)
  return { unread: await countUnread(ctx.tx, ctx.user.id) }
}

const present = (row: NoticeRow): Notice => ({
  id: row.id,
  form_pk: row.deal_id,
  about: row.about,
  kind: row.kind,
  title: row.title,
  text: row.text,
  at: toIso(row.at.getTime()),
  read: row.read_at !== null,
})
