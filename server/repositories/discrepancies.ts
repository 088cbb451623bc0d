/** What a provider's report or a bank's statement says otherwise than our own rows. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DiscrepancyTable } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import type { SettlementLineRow } from './settlements.ts'

export type DiscrepancyRow = Selectable<DiscrepancyTable>
type NewDiscrepancy = Pick<
  Insertable<DiscrepancyTable>,
  'provider' | 'kind' | 'type' | 'reference' | 'ours_paise' | 'theirs_paise' | 'opened_at'
>

/** The same is written once, also after it was closed. */
export async function insertDiscrepancies(tx: Tx, rows: readonly NewDiscrepancy[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('discrepancy')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Arrived {
  readonly references: readonly string[]
  readonly at: Date
  /** Of lines that were theirs alone: our row came. Without it, theirs came. */
  readonly kind?: 'theirs_only'
}

/** The missing rows came. */
export async function closeMissing(
  tx: Tx,
  provider: string,
  { references, at, kind }: Arrived,
): Promise<void> {
  if (references.length === 0) return
  const isMissing =
    kind === undefined
      ? sql`(kind = 'ours_only' or (kind = 'settlement' and theirs_paise is null))`
      : sql`kind = ${kind}`
  await sql`
    update discrepancy set closed_at = ${at}
     where provider = ${provider} and closed_at is null and reference = any(${references}) and ${isMissing}`.execute(
    tx,
  )
}

const MOST_LOOKED_AT = 200

/**
 * Lines of payments, refunds and transfers that the books did not have: rows that are open, and those that a person has closed while
 * nothing of their fee is booked.
 */
export async function listTheirsOnly(tx: ReadTx, provider: string): Promise<SettlementLineRow[]> {
  const { rows } = await sql<SettlementLineRow>`
    select l.* from discrepancy d
      join settlement_line l on l.provider = d.provider and l.type = d.type and l.entity_id = d.reference
     where d.provider = ${provider} and d.kind = 'theirs_only' and d.type in ('payment', 'refund', 'transfer')
       and (d.closed_at is null or (l.fee_paise > 0 and d.closed_by is not null and not exists (
             select from transfer where id = (l.provider || ':' || l.type || ':' || l.entity_id || ':fee') collate "C")))
     order by d.id desc limit ${MOST_LOOKED_AT}`.execute(tx)
  return rows
}

export const lockDiscrepancy = (tx: Tx, id: number): Promise<DiscrepancyRow | undefined> =>
  tx.selectFrom('discrepancy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateDiscrepancy = (
  tx: Tx,
  id: number,
  changes: Partial<Pick<DiscrepancyRow, 'proposed_by' | 'note' | 'closed_at' | 'closed_by' | 'transfer_id'>>,
) => tx.updateTable('discrepancy').set(changes).where('id', '=', id).execute()

const MOST_LISTED = 200

/** Open ones, the oldest first; then the newest of those that are closed. */
export const listDiscrepancies = (tx: Tx) =>
  tx
    .selectFrom('discrepancy as d')
    .leftJoin('app_user as proposer', 'proposer.id', 'd.proposed_by')
    .leftJoin('app_user as closer', 'closer.id', 'd.closed_by')
    .selectAll('d')
    .select([
      sql<string | null>`proposer.first_name || ' ' || proposer.last_name`.as('proposer'),
      sql<string | null>`closer.first_name || ' ' || closer.last_name`.as('closer'),
    ])
    .orderBy(sql`d.closed_at desc nulls first`)
    .orderBy('d.opened_at')
    .orderBy('d.id')
    .limit(MOST_LISTED)
    .execute()

export async function countOpenDiscrepancies(tx: ReadTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from discrepancy where closed_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}
