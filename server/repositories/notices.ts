/** Notices in the product. A key says one once, whoever asks again. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ListQuery } from '../../core/contract/endpoint.ts'
import type { NoticeTable } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** With what its deal is about. */
export type NoticeRow = Selectable<NoticeTable> & { readonly about: string | null }

export const noticesInto = (tx: Pick<Tx, 'insertInto'>, rows: readonly Insertable<NoticeTable>[]) =>
  tx
    .insertInto('notice')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())

export const insertNotices = async (tx: Tx, rows: readonly Insertable<NoticeTable>[]): Promise<void> => {
  if (rows.length > 0) await noticesInto(tx, rows).execute()
}

/** Mine, newest first. */
export async function listNotices(
  tx: Tx,
  userId: number,
  query: Pick<ListQuery, 'page' | 'page_size'> & { unread: boolean },
): Promise<{ rows: NoticeRow[]; total: number }> {
  let from = tx.selectFrom('notice').where('user_id', '=', userId)
  if (query.unread) from = from.where('read_at', 'is', null)
  const rows = await from
    .leftJoin('deal', 'deal.id', 'notice.deal_id')
    .selectAll('notice')
    .select(
      sql<string | null>`coalesce(deal.terms->>'service_details', deal.terms->>'deliverables')`.as('about'),
    )
    .orderBy('notice.at', 'desc')
    .orderBy('notice.id', 'desc')
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

export interface Which {
  readonly ids: readonly number[] | null
  readonly dealId: string | null
}

/** All of mine, or those of them with these ids, or of this deal. */
export function markRead(tx: Tx, userId: number, now: number, { ids, dealId }: Which) {
  let mine = tx
    .updateTable('notice')
    .set({ read_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids !== null) mine = mine.where('id', 'in', ids.length > 0 ? ids : [0])
  if (dealId !== null) mine = mine.where('deal_id', '=', dealId)
  return mine.execute()
}
