/** Files of deals: rows alone; their bytes are in the store (server/files/). */
import { type Insertable, type Selectable, sql } from 'kysely'
import { ITEM_PHOTO } from '#core/files.ts'
import type { DealFileTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface FileRow extends Omit<Selectable<DealFileTable>, 'is_draft'> {
  readonly withdrawn_at: Date | null
  /** Of a form that was not sent: its uploader's alone. */
  readonly is_unsent: boolean
}
export type NewFile = Insertable<DealFileTable>

const isUnsent = sql<boolean>`(deal_file.is_draft and file_sending.file_id is null)`

/** With whether they were withdrawn, and sent. */
const selectFiles = (tx: Tx) =>
  tx
    .selectFrom('deal_file')
    .leftJoin('file_withdrawal', 'file_withdrawal.file_id', 'deal_file.id')
    .leftJoin('file_sending', 'file_sending.file_id', 'deal_file.id')
    .selectAll('deal_file')
    .select(['file_withdrawal.at as withdrawn_at', isUnsent.as('is_unsent')])

/** Without those of forms that were not sent. */
export const listFiles = (tx: Tx, dealId: string): Promise<FileRow[]> =>
  selectFiles(tx).where('deal_id', '=', dealId).where(isUnsent, '=', false).orderBy('no').execute()

export const findFile = (tx: Tx, dealId: string, id: string): Promise<FileRow | undefined> =>
  selectFiles(tx).where('deal_id', '=', dealId).where('id', '=', id).executeTakeFirst()

export const findFiles = async (tx: Tx, dealId: string, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : selectFiles(tx)
        .where('deal_id', '=', dealId)
        .where('id', 'in', [...ids])
        .orderBy('no')
        .execute()

const countUploads = (tx: Tx) =>
  tx
    .selectFrom('deal_file')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])

interface UploadsOfSide {
  readonly dealId: string
  readonly side: NewFile['side']
  readonly isPhoto: boolean
  /** Drafts from before it can be sent no more. */
  readonly draftsSince: Date
}

/** Withdrawn ones count: a limit that one can take back is none. Pictures of the offer are counted apart from proof. */
export const countUploadsOfSide = (tx: Tx, { dealId, side, isPhoto, draftsSince }: UploadsOfSide) =>
  countUploads(tx)
    .leftJoin('file_sending', 'file_sending.file_id', 'deal_file.id')
    .where(sql<boolean>`not (${isUnsent} and deal_file.at < ${draftsSince})`)
    .where('deal_id', '=', dealId)
    .where('side', '=', side)
    .where('kind', isPhoto ? '=' : '<>', ITEM_PHOTO)
    .executeTakeFirstOrThrow()

/**
 * With those that wait for a deal to be made. The picture that came with a piece of an offer link was not uploaded for it:
 * buyers would use up what its Seller may upload in a day.
 */
export async function countUploadsOfUser(tx: Tx, userId: number, since: Date) {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from (
      select size from deal_file where user_id = ${userId} and at > ${since}
         and not (kind = ${ITEM_PHOTO} and exists (select from offer_link_take t where t.deal_id = deal_file.deal_id))
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

/** Files of a form are for the others from now on; those that were before stay as they are. */
export const insertSendings = async (tx: Tx, files: readonly FileRow[], at: Date): Promise<void> => {
  const unsent = files.filter(({ is_unsent }) => is_unsent)
  if (unsent.length === 0) return
  await tx
    .insertInto('file_sending')
    .values(unsent.map(({ id }) => ({ file_id: id, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Drafts of before that were not sent and are still in the store. The oldest first; by the index of drafts. */
export async function listUnsentFiles(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('deal_file')
    .leftJoin('file_sending', 'file_sending.file_id', 'deal_file.id')
    .leftJoin('file_erasure', 'file_erasure.file_id', 'deal_file.id')
    .select('deal_file.id')
    .where('deal_file.is_draft', '=', true)
    .where('deal_file.at', '<', before)
    .where('file_sending.file_id', 'is', null)
    .where('file_erasure.file_id', 'is', null)
    .orderBy('deal_file.at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const insertErasures = (tx: Tx, ids: readonly string[], at: Date) =>
  tx
    .insertInto('file_erasure')
    .values(ids.map((file_id) => ({ file_id, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
