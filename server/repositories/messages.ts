/** The chat of a deal and how far each has read. The database numbers the messages and chains their hashes. */
import { type Selectable, sql } from 'kysely'
import type { DealMessageTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type MessageRow = Selectable<DealMessageTable> & { first_name: string; last_name: string }
type MessageSide = DealMessageTable['side']

export async function insertMessage(
  tx: Tx,
  values: { dealId: string; userId: number; side: MessageSide; text: string; fileIds: string[]; at: Date },
): Promise<number> {
  const { no } = await tx
    .insertInto('deal_message')
    .values({
      deal_id: values.dealId,
      user_id: values.userId,
      side: values.side,
      text: values.text,
      file_ids: values.fileIds,
      at: values.at,
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  return no
}

/** In the order they were written: the last ones, those before a number, or those after one. */
export async function listMessages(
  tx: Tx,
  dealId: string,
  { before, after, limit }: { before?: number; after?: number; limit: number },
): Promise<MessageRow[]> {
  let from = tx
    .selectFrom('deal_message')
    .innerJoin('app_user', 'app_user.id', 'deal_message.user_id')
    .selectAll('deal_message')
    .select(['app_user.first_name', 'app_user.last_name'])
    .where('deal_id', '=', dealId)
  if (before !== undefined) from = from.where('no', '<', before)
  if (after !== undefined) from = from.where('no', '>', after)
  // with `after` the oldest of the newer ones, so that a reader who fell behind gets all, page by page
  const isForward = after !== undefined && before === undefined
  const rows = await from
    .orderBy('no', isForward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return isForward ? rows : rows.reverse()
}

export const listMessageIdsAfter = (tx: Tx, dealId: string, no: number, limit: number) =>
  tx
    .selectFrom('deal_message')
    .select('no as id')
    .where('deal_id', '=', dealId)
    .where('no', '>', no)
    .orderBy('no')
    .limit(limit)
    .execute()

export async function lastMessage(tx: Tx, dealId: string): Promise<number> {
  const row = await tx
    .selectFrom('deal_message')
    .select((eb) => eb.fn.max('no').as('last'))
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Never goes back, whatever order the calls come in. */
export const setMark = (tx: Tx, mark: { dealId: string; userId: number; side: MessageSide; no: number }) =>
  tx
    .insertInto('message_mark')
    .values({ deal_id: mark.dealId, user_id: mark.userId, side: mark.side, no: mark.no })
    .onConflict((conflict) =>
      conflict
        .columns(['deal_id', 'user_id'])
        .doUpdateSet({ no: mark.no, side: mark.side })
        .where('message_mark.no', '<', mark.no),
    )
    .execute()

/** What told of messages that were read in the chat itself: the notice is read, and what waits to be sent is not sent. Mail looks when it leaves. */
export const forgetMessageNotices = (
  tx: Tx,
  { userId, dealId, now }: { userId: number; dealId: string; now: number },
) => {
  const ofDeal = `message:${dealId}:%`
  return sql`
    with seen as (
      update notification set read_at = ${new Date(now)}
       where user_id = ${userId} and read_at is null and deal_id = ${dealId} and kind = 'message'
    ), unpushed as (
      delete from push_message where sent_at is null and key like ${ofDeal}
         and subscription_id in (select id from push_subscription where user_id = ${userId})
    )
    delete from whatsapp_message where sent_at is null and user_id = ${userId} and key like ${ofDeal}`.execute(
    tx,
  )
}

/** By side the furthest that one of them has read. */
export async function listMarks(tx: Tx, dealId: string): Promise<Map<MessageSide, number>> {
  const rows = await tx
    .selectFrom('message_mark')
    .select((eb) => ['side', eb.fn.max('no').as('no')])
    .where('deal_id', '=', dealId)
    .groupBy('side')
    .execute()
  return new Map(rows.map((row) => [row.side, row.no]))
}

/** Unread messages of others, in one deal or in all where the user is a party or has read or written. */
export async function countUnread(
  tx: Tx,
  userId: number,
  dealId: string | null = null,
): Promise<{ form_pk: string; unread: number }[]> {
  const deals = dealId
    ? sql`select ${dealId}::text as id`
    : sql`select id from deal where payer_id = ${userId} union select id from deal where payee_id = ${userId}
          union select deal_id from message_mark where user_id = ${userId}`
  const { rows } = await sql<{ form_pk: string; unread: number }>`
    select m.deal_id as form_pk, count(*) as unread
      from (${deals}) d
      left join message_mark r on r.deal_id = d.id and r.user_id = ${userId}
      join deal_message m on m.deal_id = d.id and m.no > coalesce(r.no, 0) and m.user_id <> ${userId}
     group by m.deal_id order by max(m.at) desc, m.deal_id limit 200`.execute(tx)
  return rows
}
