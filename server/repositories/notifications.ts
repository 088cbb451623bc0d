/** Notices in the product. A key says one once, whoever asks again. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import { prepare } from '#server/db/prepare.ts'
import type { NotificationTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

/** With what its deal is about. */
export type NotificationRow = Selectable<NotificationTable> & { readonly about: string | null }

export const notificationsInto = (
  tx: Pick<Tx, 'insertInto'>,
  rows: readonly Insertable<NotificationTable>[],
) =>
  tx
    .insertInto('notification')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())

export const insertNotifications = async (
  tx: Tx,
  rows: readonly Insertable<NotificationTable>[],
): Promise<void> => {
  if (rows.length > 0) await notificationsInto(tx, rows).execute()
}

interface NewestOf {
  readonly userId: number
  /** Of product time. */
  readonly since: Date
}

/** What the maker of an offer can do to it over and over, each time told to the other side. */
export const OFFER_KINDS: readonly string[] = ['create', 'edit', 'withdraw', 'request']

/** In the words of the index: one person's other notifications may be any number. */
const ofOffers = sql<boolean>`kind in (${sql.join(OFFER_KINDS.map((kind) => sql.lit(kind)))})`

/**
 * Asks whether somebody got `count` notifications about offers since a moment; no more are read. The count is a part of the
 * text, or each call would be planned for its own.
 */
export function hasOfferNotifications(count: number): (tx: Tx, of: NewestOf) => Promise<boolean> {
  const selectNewest = prepare((tx: Tx, { userId, since }: NewestOf) =>
    tx
      .selectFrom('notification')
      .select('id')
      .where('user_id', '=', userId)
      .where('at', '>', since)
      .where(ofOffers)
      .limit(sql.lit(count)),
  )
  return async (tx, of) => (await selectNewest(tx, of)).rows.length === count
}

/** Mine, newest first. */
export async function listNotifications(
  tx: Tx,
  userId: number,
  query: Pick<ListQuery, 'page' | 'page_size'> & { unread: boolean },
): Promise<{ rows: NotificationRow[]; total: number }> {
  let from = tx.selectFrom('notification').where('user_id', '=', userId)
  if (query.unread) from = from.where('read_at', 'is', null)
  const rows = await from
    .leftJoin('deal', 'deal.id', 'notification.deal_id')
    .selectAll('notification')
    .select(
      sql<string | null>`coalesce(deal.terms->>'service_details', deal.terms->>'deliverables')`.as('about'),
    )
    .orderBy('notification.at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function countUnread(
  tx: Tx,
  userId: number,
): Promise<{ readonly unread: number; readonly ofNoDeal: number }> {
  return tx
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .select([
      sql<number>`count(*)`.as('unread'),
      sql<number>`count(*) filter (where deal_id is null)`.as('ofNoDeal'),
    ])
    .executeTakeFirstOrThrow()
}

export interface Which {
  readonly ids: readonly number[] | null
  readonly dealId: string | null
}

/** All of mine, or those of them with these ids, or of this deal. */
export function markRead(tx: Tx, userId: number, now: number, { ids, dealId }: Which) {
  let update = tx
    .updateTable('notification')
    .set({ read_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids !== null) update = update.where('id', 'in', ids.length > 0 ? ids : [0])
  if (dealId !== null) update = update.where('deal_id', '=', dealId)
  return update.execute()
}
