/** Papers of tax, what waits for one, and whom they name. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PaperKind } from '#core/tax/gst.ts'
import { prepare } from '#server/db/prepare.ts'
import type { TaxDueTable, TaxPaperTable, TaxPersonTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type TaxPaperRow = Selectable<TaxPaperTable>
export type TaxPersonRow = Selectable<TaxPersonTable>
export type TaxDueRow = Selectable<TaxDueTable>

const MOST_PAPERS = 500

type NewTaxDue = Omit<Insertable<TaxDueTable>, 'number' | 'recipient'>

const insertNew = prepare((tx: Tx, { due }: { due: NewTaxDue }) =>
  tx.insertInto('tax_due').values({ ...due, number: null, recipient: null }),
)

export const insertDue = (tx: Tx, due: NewTaxDue) => insertNew(tx, { due })

/** False while another process is at it: numbers are given by one at a time. Until the transaction ends. */
export async function tryLockSeries(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('tax papers', 0)) as ok`.execute(tx)
  return rows[0]?.ok === true
}

export interface DueSearch {
  readonly limit: number
  /** A place of supply is needed: who has not said where they live waits until their debt is older than this. */
  readonly placeNeededSince: Date | null
}

/** In the order in which they arose. */
export const listDue = (tx: Tx, { limit, placeNeededSince }: DueSearch): Promise<TaxDueRow[]> =>
  tx
    .selectFrom('tax_due as d')
    .selectAll('d')
    .where('d.number', 'is', null)
    .$if(placeNeededSince !== null, (query) =>
      query.where((where) =>
        where.or([
          where('d.at', '<', placeNeededSince ?? new Date(0)),
          where('d.original', 'is not', null),
          sql<boolean>`d.recipient->>'state' is not null`,
          where.exists(
            where.selectFrom('tax_person as p').select('p.user_id').whereRef('p.user_id', '=', 'd.user_id'),
          ),
        ]),
      ),
    )
    .orderBy('d.at')
    .orderBy('d.source')
    .limit(limit)
    .execute()

export const lastOfSeries = (tx: Tx, kind: PaperKind, year: string) =>
  tx
    .selectFrom('tax_paper')
    .select(['seq', 'issued_on'])
    .where('kind', '=', kind)
    .where('year', '=', year)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What of a paper was given back by notes that are issued. */
export async function creditedBy(tx: Tx, original: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(total_paise), 0)::bigint as paise from tax_paper where original = ${original}`.execute(
    tx,
  )
  return rows[0]?.paise ?? 0
}

/** What of a paper was given back, with what waits for its note. */
export async function promisedBackOf(tx: Tx, original: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from tax_due where original = ${original}`.execute(
    tx,
  )
  return rows[0]?.paise ?? 0
}

/** The lock that the database takes for each note (tax_credit_fits), before what is left is looked at. */
export const lockCreditOf = (tx: Tx, original: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('credit of ' || ${original}, 0))`.execute(tx)

export type NewPaper = Insertable<TaxPaperTable>

/** In the order of their numbers. Each number goes into its `tax_due` too, and fails there where that has one. */
export async function insertPapers(tx: Tx, papers: readonly NewPaper[]): Promise<void> {
  if (papers.length === 0) return
  await tx.insertInto('tax_paper').values(papers).execute()
  const { numAffectedRows } = await sql`
    update tax_due set number = paper.number
      from unnest(${papers.map(({ source }) => source)}::text[], ${papers.map(({ number }) => number)}::text[])
           as paper (source, number)
     where tax_due.source = paper.source and tax_due.number is null`.execute(tx)
  if (numAffectedRows !== BigInt(papers.length))
    throw new Error(`not all was due of ${papers.map(({ source }) => source).join(', ')}`)
}

export const findPaper = (tx: Tx, number: string): Promise<TaxPaperRow | undefined> =>
  tx.selectFrom('tax_paper').selectAll().where('number', '=', number).executeTakeFirst()

export const listPapersOf = (tx: Tx, userId: number): Promise<TaxPaperRow[]> =>
  tx
    .selectFrom('tax_paper')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('issued_on', 'desc')
    .orderBy('number', 'desc')
    .limit(MOST_PAPERS)
    .execute()

/** All of a month, in the order of their numbers: `2026-11`. */
export const listPapersIn = (tx: Tx, month: string): Promise<TaxPaperRow[]> =>
  tx
    .selectFrom('tax_paper')
    .selectAll()
    .where('issued_on', '>=', `${month}-01`)
    .where('issued_on', '<', sql<string>`(${`${month}-01`}::date + interval '1 month')::date`)
    .orderBy('number')
    .execute()

export const countDueOf = async (tx: Tx, userId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('tax_due')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('number', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findTaxPerson = (tx: Tx, userId: number): Promise<TaxPersonRow | undefined> =>
  tx.selectFrom('tax_person').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const setTaxPerson = (tx: Tx, { user_id, ...details }: Insertable<TaxPersonTable>) =>
  tx
    .insertInto('tax_person')
    .values({ user_id, ...details })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(details))
    .execute()

/** Their account goes: what papers still need of them stays with what is due, and the tax papers stay as they are. */
export async function eraseTaxPerson(tx: Tx, userId: number, recipient: string): Promise<void> {
  await tx
    .updateTable('tax_due')
    .set({ recipient })
    .where('user_id', '=', userId)
    .where('number', 'is', null)
    .execute()
  await tx.deleteFrom('tax_person').where('user_id', '=', userId).execute()
}

/** For the export of a person's data. */
export const exportTaxOf = async (tx: Tx, userId: number) => ({
  tax_details: await tx
    .selectFrom('tax_person')
    .select(['name', 'address', 'pin', 'state', 'gstin', 'pan', 'updated_at'])
    .where('user_id', '=', userId)
    .execute(),
  tax_papers: await tx
    .selectFrom('tax_paper')
    .select(['number', 'kind', 'issued_on', 'deal_id', 'fee', 'recipient', 'total_paise'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute(),
})
