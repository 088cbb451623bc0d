/** Mail that was written. Its key says a notice once; it stays here until a server has taken it. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import { prepareText } from '#server/db/prepare.ts'
import type { EmailTable, NotificationTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { notificationsInto } from './notifications.ts'
import { claimRows } from './queue.ts'

export type EmailRow = Selectable<EmailTable>

const insert = (tx: Pick<Tx, 'insertInto'>, rows: readonly Insertable<EmailTable>[]) =>
  tx
    .insertInto('email')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())

export const insertEmails = async (tx: Tx, rows: readonly Insertable<EmailTable>[]): Promise<void> => {
  if (rows.length > 0) await insert(tx, rows).execute()
}

/** With the notices that say the same in the product, in one statement, which is sent together with the commit. */
export function insertEmailsAndNotifications(
  tx: Tx,
  mails: readonly Insertable<EmailTable>[],
  notices: readonly Insertable<NotificationTable>[],
): void {
  if (mails.length > 0 && notices.length > 0) tx.beforeCommit(insertBoth(tx, { mails, notices }))
  else if (mails.length > 0) tx.beforeCommit(insert(tx, mails))
  else if (notices.length > 0) tx.beforeCommit(notificationsInto(tx, notices))
}

interface Both {
  readonly mails: readonly Insertable<EmailTable>[]
  readonly notices: readonly Insertable<NotificationTable>[]
}

const insertBoth = prepareText((tx: Tx, { mails, notices }: Both) =>
  insert(
    tx.with('notified', (also) => notificationsInto(also, notices)),
    mails,
  ),
)

export const claimEmails = (tx: Tx, limit: number): Promise<EmailRow[]> =>
  claimRows<EmailRow>(tx, 'email', limit)

/** Of these, reminders of a deadline that runs no more (they waited for the morning, and somebody moved by night), and what tells of messages that were read. */
export async function overtakenEmails(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select email.id from email join deal on deal.id = split_part(email.key, ':', 2)
     where email.id = any(${ids}) and email.key like 'remind:%'
       and deal.due_at is distinct from to_timestamp(split_part(email.key, ':', 3)::numeric / 1000)
    union all
    select email.id from email join message_mark mark on mark.deal_id = split_part(email.key, ':', 2) and mark.user_id = email.user_id
     where email.id = any(${ids}) and email.key like 'message:%'
       and mark.no > split_part(email.key, ':', 3)::integer`.execute(tx)
  return rows.map((row) => row.id)
}

/** They are not tried again. */
export const giveUpEmails = (tx: Tx, ids: readonly number[], problem: string) =>
  tx
    .updateTable('email')
    .set({ problem, given_up_at: sql<Date>`clock_timestamp()` })
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

export const markEmailSent = (tx: Tx, ids: readonly number[]) =>
  tx
    .updateTable('email')
    .set({ sent_at: sql<Date>`clock_timestamp()`, problem: null })
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/** The next try, on real time. */
export const postponeEmail = (tx: Tx, id: number, problem: string, waitMs: number) =>
  tx
    .updateTable('email')
    .set({ problem, next_try_at: sql<Date>`clock_timestamp() + ${waitMs} * interval '1 millisecond'` })
    .where('id', '=', id)
    .execute()

const isOfTeam = sql`exists (
  select from app_user u where u.user_type in ('Admin', 'Mediator') and (u.id = email.user_id or u.email = email.recipient))`

/** What has gone out by now, newest first. */
export async function listEmails(tx: Tx, query: ListQuery & { now: number; withoutTeam: boolean }) {
  let from = tx
    .selectFrom('email')
    .$if(query.withoutTeam, (emails) => emails.where(sql<boolean>`not ${isOfTeam}`))
    .where('given_up_at', 'is', null)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', new Date(query.now))]))
  if (query.search) from = from.where('recipient', '=', query.search)
  const rows = await from
    .selectAll()
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const deleteEmail = (tx: Tx, key: string) => tx.deleteFrom('email').where('key', '=', key).execute()
