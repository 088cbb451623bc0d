/** The files of statements: sealed, and emptied after the time that books are kept. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export const insertStatementFile = (tx: Tx, importId: string, sealed: Buffer) =>
  tx.insertInto('statement_file').values({ import_id: importId, file_sealed: sealed }).execute()

export const findStatementFile = (tx: Tx, importId: string) =>
  tx
    .selectFrom('statement_file as f')
    .innerJoin('statement_import as i', 'i.id', 'f.import_id')
    .select(['f.file_sealed', 'i.file_name', 'i.file_sha256'])
    .where('f.import_id', '=', importId)
    .executeTakeFirst()

/** `forget_statement_files()` in the migration of its table. */
export async function forgetFileRows(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select forget_statement_files(${limit})::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
