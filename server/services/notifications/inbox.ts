/** The notifications of the signed-in user: list them, and mark them as read. */
import type { Notification } from '#core/contract/notifications.ts'
import type { Locale } from '#core/locale.ts'
import { toIso } from '#core/time.ts'
import {
  countUnread,
  listNotifications,
  markRead,
  type NotificationRow,
  type Which,
} from '#server/repositories/notifications.ts'
import type { UserCtx } from '#server/services/context.ts'
import { wordsOf } from './notice-words.ts'

export interface InboxPage {
  readonly page: number
  readonly page_size: number
  readonly unread: '0' | '1'
}

export async function readMyNotifications(
  ctx: UserCtx,
  query: InboxPage & { readonly locale: Locale },
): Promise<{ rows: Notification[]; total: number; unread: number }> {
  const { rows, total } = await listNotifications(ctx.tx, ctx.user.id, {
    ...query,
    unread: query.unread === '1',
  })
  const { unread } = await countUnread(ctx.tx, ctx.user.id)
  return { rows: rows.map((row) => present(row, query.locale)), total, unread }
}

export async function markMyNotificationsRead(ctx: UserCtx, which: Which): Promise<{ unread: number }> {
  await markRead(ctx.tx, ctx.user.id, ctx.now, which)
  const { unread } = await countUnread(ctx.tx, ctx.user.id)
  return { unread }
}

const present = (row: NotificationRow, locale: Locale): Notification => ({
  id: row.id,
  form_pk: row.deal_id,
  about: row.about,
  kind: row.kind,
  ...wordsOf(row, locale),
  at: toIso(row.at.getTime()),
  read: row.read_at !== null,
})
