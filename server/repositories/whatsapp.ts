/** Notices that wait to be sent by WhatsApp, of people who chose it. */
import { type Selectable, sql } from 'kysely'
import type { WhatsAppMessageTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PushNotice } from './push.ts'
import { claimRows } from './queue.ts'

export type WhatsAppMessageRow = Selectable<WhatsAppMessageTable>

export async function insertWhatsAppMessages(tx: Tx, notices: readonly PushNotice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`
    insert into whatsapp_message (key, user_id, title, path, not_before)
    select n.key, u.id, n.title, n.path, n.not_before
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
           as n(key text, user_id bigint, title text, path text, not_before timestamptz)
      join app_user u on u.id = n.user_id and u.notice_whatsapp
    on conflict (key) do nothing`.execute(tx)
}

export const claimWhatsAppMessages = (tx: Tx, limit: number): Promise<WhatsAppMessageRow[]> =>
  claimRows<WhatsAppMessageRow>(tx, 'whatsapp_message', limit)

export const markWhatsAppSent = (tx: Tx, ids: readonly number[]) =>
  tx
    .updateTable('whatsapp_message')
    .set({ sent_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .where('given_up_at', 'is', null)
    .execute()

export const giveUpWhatsApp = (tx: Tx, id: number) =>
  tx
    .updateTable('whatsapp_message')
    .set({ given_up_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

export const deleteWhatsAppOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('whatsapp_message').where('user_id', '=', userId).execute()
