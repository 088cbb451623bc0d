/** Files of deals: rows alone; their bytes are in the store (server/files/). */
import type { Insertable, Selectable } from 'kysely'
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

/** Withdrawn ones count: a limit that one can take back is none. */
export async function countFiles(tx: Tx, dealId: string, side: NewFile['side']): Promise<number> {
  const { count } = await tx
    .selectFrom('deal_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deal_id', '=', dealId)
    .where('side', '=', side)
    .executeTakeFirstOrThrow()
  return count
}

export const insertFiles = (tx: Tx, rows: NewFile[]) => tx.insertInto('deal_file').values(rows).execute()

export const insertWithdrawal = (tx: Tx, fileId: string, at: Date) =>
  tx
    .insertInto('file_withdrawal')
    .values({ file_id: fileId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
