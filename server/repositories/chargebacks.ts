/** Payments that a payer disputes with their bank, one row for each dispute of a provider. */
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { ChargebackTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type ChargebackRow = Selectable<ChargebackTable>
type ChargebackKey = Pick<ChargebackRow, 'provider' | 'dispute_id'>

/** Under the lock of its deal. */
export const findChargeback = (
  tx: Tx,
  { provider, dispute_id }: ChargebackKey,
): Promise<ChargebackRow | undefined> =>
  tx
    .selectFrom('chargeback')
    .selectAll()
    .where('provider', '=', provider)
    .where('dispute_id', '=', dispute_id)
    .executeTakeFirst()

export const insertChargeback = (tx: Tx, row: Insertable<ChargebackTable>): Promise<ChargebackRow> =>
  tx.insertInto('chargeback').values(row).returningAll().executeTakeFirstOrThrow()

export const updateChargeback = (
  tx: Tx,
  { provider, dispute_id }: ChargebackKey,
  changes: Updateable<ChargebackTable>,
): Promise<ChargebackRow> =>
  tx
    .updateTable('chargeback')
    .set(changes)
    .where('provider', '=', provider)
    .where('dispute_id', '=', dispute_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Those because of which the deal stands still: nobody has decided, or the money is gone. */
export const listHoldingChargebacks = (tx: Tx, dealId: string): Promise<ChargebackRow[]> =>
  tx
    .selectFrom('chargeback')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('holds_deal', '=', true)
    .where((where) => where.or([where('ended_at', 'is', null), where('state', '=', 'lost')]))
    .execute()

/** A bank may take its payment back. One that only asks for papers takes nothing. */
export const isDisputed = (dealId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from chargeback where deal_id = ${dealId} and ended_at is null and phase <> 'retrieval')`

export async function hasOpenChargeback(tx: Tx, dealId: string): Promise<boolean> {
  const { rows } = await sql<{ is_disputed: boolean }>`select ${isDisputed(dealId)} as is_disputed`.execute(
    tx,
  )
  return rows[0]?.is_disputed === true
}

/** Of any deal that they pay: what the bank takes back they owe. */
export async function hasUserOpenChargeback(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from chargeback where user_id = ${userId} and ended_at is null) as is_open`.execute(
    tx,
  )
  return rows[0]?.is_open === true
}

const MOST_LISTED = 200

/** Open ones first, by the provider's clock; then the newest of those that are over. */
export const listChargebackRows = (tx: Tx) =>
  tx
    .selectFrom('chargeback')
    .innerJoin('app_user as payer', 'payer.id', 'chargeback.user_id')
    .selectAll('chargeback')
    .select(sql<string>`payer.first_name || ' ' || payer.last_name`.as('payer'))
    .orderBy(sql`ended_at desc nulls first`)
    .orderBy(sql`respond_by asc nulls last`)
    .orderBy('dispute_id')
    .limit(MOST_LISTED)
    .execute()
