/** Tax that was withheld of releases, and what a payee has earned in a financial year. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { paise } from '#core/money.ts'
import type { YearSoFar } from '#core/tax/withholding.ts'
import type { WithheldTaxTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type WithheldTaxRow = Selectable<WithheldTaxTable>

/** Two releases of a payee are judged one after the other, or both would be below the threshold. Until the transaction ends. */
export const lockYearOf = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tax withheld of ' || ${userId}::text, 0))`.execute(tx)

export async function yearSoFar(tx: Tx, userId: number, year: string): Promise<YearSoFar> {
  const { rows } = await sql<{ earned: number; taxed: number }>`
    select coalesce(sum(gross_paise), 0)::bigint as earned, coalesce(sum(base_paise), 0)::bigint as taxed
      from withheld_tax where user_id = ${userId} and year = ${year} and tax = 'tds'`.execute(tx)
  return { earnedPaise: paise(rows[0]?.earned ?? 0), taxedPaise: paise(rows[0]?.taxed ?? 0) }
}

export async function insertWithheld(tx: Tx, rows: readonly Insertable<WithheldTaxTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('withheld_tax')
    .values([...rows])
    .execute()
}

/** All of a month: `2026-11`. */
export const listWithheldIn = (tx: Tx, month: string): Promise<WithheldTaxRow[]> =>
  tx
    .selectFrom('withheld_tax')
    .selectAll()
    .where('withheld_on', '>=', `${month}-01`)
    .where('withheld_on', '<', sql<string>`(${`${month}-01`}::date + interval '1 month')::date`)
    .orderBy('withheld_on')
    .orderBy('deal_id')
    .orderBy('tax')
    .execute()

/** For the export of a person's data. */
export const exportWithheldOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('withheld_tax')
    .select(['deal_id', 'tax', 'withheld_on', 'section', 'gross_paise', 'base_paise', 'rate_bp', 'tax_paise'])
    .select(['payee', 'pan', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('withheld_on')
    .orderBy('deal_id')
    .execute()
