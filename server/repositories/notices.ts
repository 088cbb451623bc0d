/** Notices in the product. A key says one once, whoever asks again. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ListQuery } from '../../core/contract/endpoint.ts'
import type { NoticeTable } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

export type NoticeRow = Selectable<NoticeTable>

export const insertNotice = (tx: Tx, values: Insertable<NoticeTable>) =>
  tx
    .insertInto('notice')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()

/** Mine, newest first. */
export async function listNotices(
  tx: Tx,
  userId: number,
  query: Pick<ListQuery, 'page' | 'page_size'> & { unread: boolean },
): Promise<{ rows: NoticeRow[]; total: number }> {
  let from = tx.selectFrom('notice').where('user_id', '=', userId)
  if (query.unread) from = from.where('read_at', 'is', null)
  const rows = await from
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function countUnread(tx: Tx, userId: number): Promise<number> {
  const { unread } = await tx
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .select(sql<number>`count(*)`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** All of mine, or those of these ids that are mine. */
export function markRead(tx: Tx, userId: number, now: number, ids: readonly number[] | null) {
  const mine = tx
    .updateTable('notice')
    .set({ read_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  return (ids === null ? mine : mine.where('id', 'in', ids.length > 0 ? ids : [0])).execute()
}
