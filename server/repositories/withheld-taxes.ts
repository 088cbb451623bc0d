/** Tax that was withheld of releases, and what a payee has earned in a financial year. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { paise } from '#core/money.ts'
import type { YearSoFar } from '#core/tax/withholding.ts'
import type { TaxGiveBackTable, WithheldTaxTable } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'

export type WithheldTaxRow = Selectable<WithheldTaxTable>

/** Two releases of a payee are judged one after the other, or both would be below the threshold. Until the transaction ends. */
export const lockYearOf = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tax withheld of ' || ${userId}::text, 0))`.execute(tx)

export async function yearSoFar(tx: Tx, userId: number, year: string): Promise<YearSoFar> {
  const { rows } = await sql<{ earned: number; taxed: number }>`
    select coalesce(sum(w.gross_paise), 0)::bigint as earned,
           coalesce(sum(w.base_paise - coalesce(g.base_paise, 0)), 0)::bigint as taxed
      from withheld_tax w left join tax_give_back g on g.deal_id = w.deal_id and g.tax = w.tax and g.agreed_at is not null
     where w.user_id = ${userId} and w.year = ${year} and w.tax = 'tds'`.execute(tx)
  return { earnedPaise: paise(rows[0]?.earned ?? 0), taxedPaise: paise(rows[0]?.taxed ?? 0) }
}

export async function insertWithheld(tx: Tx, rows: readonly Insertable<WithheldTaxTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('withheld_tax')
    .values([...rows])
    .execute()
}

interface TaxToday {
  /** Also one that came after the release; a GSTIN has it in it. */
  readonly pan_today: string | null
  readonly back_paise: number | null
  readonly back_base_paise: number | null
  readonly back_note: string | null
  readonly back_asked_by: number | null
  readonly back_asker: string | null
  readonly is_back: boolean
}

/** All of a month: `2026-11`; with the payee's PAN as it is known by now, and what goes back, or is asked to. */
export async function listWithheldIn(tx: ReadTx, month: string): Promise<(WithheldTaxRow & TaxToday)[]> {
  const { rows } = await sql<WithheldTaxRow & TaxToday>`
    select w.*, g.amount_paise as back_paise, g.base_paise as back_base_paise, g.note as back_note,
           g.asked_by as back_asked_by, asker.first_name as back_asker, g.agreed_at is not null as is_back,
           coalesce(w.pan, p.pan, substr(p.gstin, 3, 10)) as pan_today
      from withheld_tax w
      left join tax_person p on p.user_id = w.user_id
      left join tax_give_back g on g.deal_id = w.deal_id and g.tax = w.tax
      left join app_user asker on asker.id = g.asked_by
     where w.withheld_on >= ${`${month}-01`}::date and w.withheld_on < (${`${month}-01`}::date + interval '1 month')::date
     order by w.withheld_on, w.deal_id, w.tax`.execute(tx)
  return rows
}

/**
 * Paise of TDS since a day that the State is not paid yet, by deal. What was paid to it was for the oldest rows: the balance of
 * the account is of the newest.
 */
export async function unpaidTds(tx: ReadTx, since: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ deal_id: string; paise: number }>`
    select deal_id, greatest(0, least(u.paise, o.paise - coalesce(u.later, 0)))::bigint as paise
      from (select w.deal_id, w.tax_paise - coalesce(g.amount_paise, 0) as paise,
                   sum(w.tax_paise - coalesce(g.amount_paise, 0)) over (order by w.withheld_on desc, w.deal_id desc
                     rows between unbounded preceding and 1 preceding) as later
              from withheld_tax w
              left join tax_give_back g on g.deal_id = w.deal_id and g.tax = w.tax and g.agreed_at is not null
             where w.tax = 'tds' and w.withheld_on >= ${since}::date) u
      cross join (select balance_of('tax:tds') as paise) o`.execute(tx)
  return new Map(rows.map(({ deal_id, paise: unpaid }) => [deal_id, unpaid]))
}

export const findTds = (tx: ReadTx, dealId: string): Promise<WithheldTaxRow | undefined> =>
  tx
    .selectFrom('withheld_tax')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('tax', '=', 'tds')
    .executeTakeFirst()

/** Until the transaction ends: what goes back to a payee and what is paid to the State are not the same money. */
export const lockTds = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tax:tds', 0))`.execute(tx)

export const findTaxGiveBack = (
  tx: ReadTx,
  dealId: string,
): Promise<Selectable<TaxGiveBackTable> | undefined> =>
  tx.selectFrom('tax_give_back').selectAll().where('deal_id', '=', dealId).executeTakeFirst()

/** The last to ask stands. */
export const saveTaxGiveBack = (
  tx: Tx,
  {
    deal_id,
    ...words
  }: Pick<Insertable<TaxGiveBackTable>, 'deal_id' | 'amount_paise' | 'base_paise'> &
    Pick<Insertable<TaxGiveBackTable>, 'note' | 'asked_by' | 'asked_at'>,
) =>
  tx
    .insertInto('tax_give_back')
    .values({ deal_id, ...words })
    .onConflict((conflict) => conflict.column('deal_id').doUpdateSet(words))
    .execute()

export const agreeTaxGiveBack = (
  tx: Tx,
  dealId: string,
  agreed: Pick<Updateable<TaxGiveBackTable>, 'agreed_by' | 'agreed_at' | 'transfer_id'>,
) => tx.updateTable('tax_give_back').set(agreed).where('deal_id', '=', dealId).execute()

/** For the export of a person's data. */
export const exportWithheldOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('withheld_tax as w')
    .leftJoin('tax_give_back as g', (join) =>
      join
        .onRef('g.deal_id', '=', 'w.deal_id')
        .onRef('g.tax', '=', 'w.tax')
        .on('g.agreed_at', 'is not', null),
    )
    .select([
      'w.deal_id',
      'w.tax',
      'w.withheld_on',
      'w.section',
      'w.gross_paise',
      'w.base_paise',
      'w.rate_bp',
      'w.tax_paise',
    ])
    .select(['w.payee', 'w.pan', 'w.reason', 'g.amount_paise as given_back_paise'])
    .where('w.user_id', '=', userId)
    .orderBy('w.withheld_on')
    .orderBy('w.deal_id')
    .execute()
