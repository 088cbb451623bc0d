/** Files of deals: rows alone; their bytes are in the store (server/files/). */
import { type Insertable, type Selectable, sql } from 'kysely'
import { ITEM_PHOTO } from '#core/files.ts'
import type { DealFileTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type FileRow = Selectable<DealFileTable> & { withdrawn_at: Date | null }
export type NewFile = Insertable<DealFileTable>

const withWithdrawal = (tx: Tx) =>
  tx
    .selectFrom('deal_file')
    .leftJoin('file_withdrawal', 'file_withdrawal.file_id', 'deal_file.id')
    .selectAll('deal_file')
    .select('file_withdrawal.at as withdrawn_at')

export const listFiles = (tx: Tx, dealId: string): Promise<FileRow[]> =>
  withWithdrawal(tx).where('deal_id', '=', dealId).orderBy('no').execute()

export const findFile = (tx: Tx, dealId: string, id: string): Promise<FileRow | undefined> =>
  withWithdrawal(tx).where('deal_id', '=', dealId).where('id', '=', id).executeTakeFirst()

export const findFiles = async (tx: Tx, dealId: string, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : withWithdrawal(tx)
        .where('deal_id', '=', dealId)
        .where('id', 'in', [...ids])
        .orderBy('no')
        .execute()

const countUploads = (tx: Tx) =>
  tx
    .selectFrom('deal_file')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])

/** Withdrawn ones count: a limit that one can take back is none. Pictures of the offer are counted apart from proof. */
export const countUploadsOfSide = (
  tx: Tx,
  { dealId, side, isPhoto }: { dealId: string; side: NewFile['side']; isPhoto: boolean },
) =>
  countUploads(tx)
    .where('deal_id', '=', dealId)
    .where('side', '=', side)
    .where('kind', isPhoto ? '=' : '<>', ITEM_PHOTO)
    .executeTakeFirstOrThrow()

/** With those that wait for a deal to be made. */
export async function countUploadsOfUser(tx: Tx, userId: number, since: Date) {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from (
      select size from deal_file where user_id = ${userId} and at > ${since}
      union all
      select size from waiting_photo where owner_id = ${userId} and at > ${since}
    ) as added`.execute(tx)
  const [added] = rows
  if (!added) throw new Error('a count without its row')
  return added
}

/** Until the commit nobody else adds files for this user: two deals at once would both find the day's room. */
export const lockUploadsOf = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('uploads ' || ${userId}::bigint, 7))`.execute(tx)

export const insertFiles = (tx: Tx, rows: NewFile[]) => tx.insertInto('deal_file').values(rows).execute()

export const insertWithdrawal = (tx: Tx, fileId: string, at: Date) =>
  tx
    .insertInto('file_withdrawal')
    .values({ file_id: fileId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
