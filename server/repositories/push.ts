/** Browsers that are told of notices, and what waits to be sent to them. */
import { type Selectable, sql } from 'kysely'
import type { PushMessageTable, PushSubscriptionTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimRows } from './queue.ts'

export type PushMessageRow = Selectable<PushMessageTable>
export type PushSubscriptionRow = Selectable<PushSubscriptionTable>

export async function countBrowsers(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('push_subscription')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewBrowser {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A browser tells one person, whoever signed in there last; of one person the newest ones stay. */
export async function saveBrowser(tx: Tx, userId: number, browser: NewBrowser, most: number): Promise<void> {
  const { endpoint } = browser
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
  // a double tap: the other request has stored the same browser since the delete above
  await tx
    .insertInto('push_subscription')
    .values({ ...browser, user_id: userId })
    .onConflict((conflict) => conflict.column('endpoint').doNothing())
    .execute()
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where user_id = ${userId} order by id desc offset ${most})`.execute(tx)
}

export const deleteBrowser = (tx: Tx, userId: number, endpoint: string) =>
  tx.deleteFrom('push_subscription').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()

export const deleteBrowsersOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('push_subscription').where('user_id', '=', userId).execute()

export interface PushNotice {
  readonly key: string
  readonly user_id: number
  readonly title: string
  readonly path: string
  readonly not_before: Date | null
}

/** One for each browser of each reader; none for who chose no browser. */
export async function insertPushMessages(tx: Tx, notices: readonly PushNotice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`
    insert into push_message (key, subscription_id, title, path, not_before)
    select n.key || ':' || s.id, s.id, n.title, n.path, n.not_before
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
           as n(key text, user_id bigint, title text, path text, not_before timestamptz)
      join push_subscription s on s.user_id = n.user_id
    on conflict (key) do nothing`.execute(tx)
}

export const claimPushMessages = (tx: Tx, limit: number): Promise<PushMessageRow[]> =>
  claimRows<PushMessageRow>(tx, 'push_message', limit)

export const findSubscription = (tx: Tx, id: number): Promise<PushSubscriptionRow | undefined> =>
  tx.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirst()

export const markPushSent = (tx: Tx, ids: readonly number[]) =>
  tx
    .updateTable('push_message')
    .set({ sent_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()

export const giveUpPush = (tx: Tx, id: number) =>
  tx
    .updateTable('push_message')
    .set({ given_up_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

/** Its messages go with it. */
export const deleteSubscription = (tx: Tx, id: number) =>
  tx.deleteFrom('push_subscription').where('id', '=', id).execute()
