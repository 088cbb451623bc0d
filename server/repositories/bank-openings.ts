/** What a bank account is said to have had before its first line, while no statement that a second person approved says so. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

interface UnprovedOpening {
  /** The account in the ledger. */
  readonly code: string
  readonly paise: number
}

/**
 * One Admin names an account and its balance: counted at once, it would hide that other people's money is short. What the
 * operator's own file names is theirs to say, and an overdraft hides nothing. `at`: as it was known then.
 */
export async function unprovedOpenings(tx: Tx, at: Date | null = null): Promise<UnprovedOpening[]> {
  const { rows } = await sql<UnprovedOpening>`
    select 'bank:' || a.id as code, a.opening_paise as paise
      from bank_account a
      join transfer t on t.id = 'bank:' || a.id || ':opening'
     where a.created_by is not null and a.opening_paise > 0 and t.at <= coalesce(${at}::timestamptz, 'infinity')
       and not exists (
         select from statement_line l join statement_import i on i.id = l.import_id
          where l.bank_account_id = a.id and i.approved_at <= coalesce(${at}::timestamptz, 'infinity'))`.execute(
    tx,
  )
  return rows
}

export const unprovedPaise = async (tx: Tx, at: Date | null = null): Promise<number> =>
  (await unprovedOpenings(tx, at)).reduce((sum, { paise }) => sum + paise, 0)
