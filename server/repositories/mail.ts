/** Mail that was written. Its key says a notice once, whoever asks again. */
import { type Insertable, sql } from 'kysely'
import type { ListQuery } from '../../core/contract/endpoint.ts'
import type { MailTable } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** The new mail's id; undefined when this notice was written before. */
export async function insertMail(tx: Tx, values: Insertable<MailTable>): Promise<number | undefined> {
  const row = await tx
    .insertInto('mail')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const lockMail = (tx: Tx, id: number) =>
  tx
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const markMailSent = (tx: Tx, id: number) =>
  tx.updateTable('mail').set({ sent_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()

/** What has gone out by now, newest first. */
export async function listMail(tx: Tx, query: ListQuery & { now: number }) {
  let from = tx
    .selectFrom('mail')
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
