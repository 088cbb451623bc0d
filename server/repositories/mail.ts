/** Mail that was written. Its key says a notice once; it stays here until a server has taken it. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ListQuery } from '../../core/contract/endpoint.ts'
import type { MailTable, NoticeTable } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { insertNotices, noticesInto } from './notices.ts'

export type MailRow = Selectable<MailTable>

const insert = (tx: Pick<Tx, 'insertInto'>, rows: readonly Insertable<MailTable>[]) =>
  tx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())

export const insertMails = async (tx: Tx, rows: readonly Insertable<MailTable>[]): Promise<void> => {
  if (rows.length > 0) await insert(tx, rows).execute()
}

/** With the notices that say the same in the product, in one statement. */
export async function insertMailsAndNotices(
  tx: Tx,
  mails: readonly Insertable<MailTable>[],
  notices: readonly Insertable<NoticeTable>[],
): Promise<void> {
  if (mails.length === 0) await insertNotices(tx, notices)
  else if (notices.length === 0) await insertMails(tx, mails)
  else
    await insert(
      tx.with('told', (also) => noticesInto(also, notices)),
      mails,
    ).execute()
}

/**
 * Takes unsent mails whose time has come and puts the next try off by a lease: nobody else sends
 * them meanwhile, and a process that dies with one leaves it to the others when the lease is over.
 */
export async function claimMail(
  tx: Tx,
  now: number,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    update mail set tries = tries + 1, next_try_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where id in (select id from mail
                   where sent_at is null and given_up_at is null and next_try_at <= clock_timestamp()
                     and (not_before is null or not_before <= ${new Date(now)})
                   order by next_try_at limit ${limit} for update skip locked)
    returning *`.execute(tx)
  return rows
}

/** Of these, reminders of a deadline that runs no more: they waited for the morning, and somebody moved by night. */
export async function overtakenReminders(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select mail.id from mail join deal on deal.id = split_part(mail.key, ':', 2)
     where mail.id = any(${ids}) and mail.key like 'remind:%'
       and deal.due_at is distinct from to_timestamp(split_part(mail.key, ':', 3)::numeric / 1000)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** They are not tried again. */
export const giveUpMails = (tx: Tx, ids: readonly number[], problem: string) =>
  tx
    .updateTable('mail')
    .set({ problem, given_up_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()

export const markMailSent = (tx: Tx, ids: readonly number[]) =>
  tx
    .updateTable('mail')
    .set({ sent_at: sql<Date>`clock_timestamp()`, problem: null })
    .where('id', 'in', ids)
    .execute()

/** The next try, on real time. */
export const putOffMail = (tx: Tx, id: number, problem: string, waitMs: number) =>
  tx
    .updateTable('mail')
    .set({ problem, next_try_at: sql<Date>`clock_timestamp() + ${waitMs} * interval '1 millisecond'` })
    .where('id', '=', id)
    .execute()

/** What has gone out by now, newest first. */
export async function listMail(tx: Tx, query: ListQuery & { now: number }) {
  let from = tx
    .selectFrom('mail')
    .where('given_up_at', 'is', null)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', new Date(query.now))]))
  if (query.search) from = from.where('recipient', '=', query.search)
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
