/** Deals that stand still because a bank has taken their deposit back, and what it has taken. */
import { type Insertable, sql } from 'kysely'
import type { DepositReversalTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export const insertReversal = (tx: Tx, reversal: Insertable<DepositReversalTable>) =>
  tx.insertInto('deposit_reversal').values(reversal).execute()

export async function hasReversal(tx: Tx, transferId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_reversal')
    .select('transfer_id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  return row !== undefined
}

/** Paise that the transfers whose ids begin so have taken. Under the lock of the deal. */
export async function reversedBy(tx: Tx, dealId: string, transferIds: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from deposit_reversal
     where deal_id = ${dealId} and starts_with(transfer_id, ${transferIds})`.execute(tx)
  return rows[0]?.paise ?? 0
}

/** Paise of what a deal holds that a bank has taken for good. */
export async function takenOfHold(tx: Tx, dealId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from deposit_reversal
     where deal_id = ${dealId} and of_hold`.execute(tx)
  return rows[0]?.paise ?? 0
}

const MOST_FROZEN = 200

/** The oldest first. */
export const listFrozenDeals = (tx: Tx) =>
  tx
    .selectFrom('deal')
    .leftJoin('app_user as payer', 'payer.id', 'deal.payer_id')
    .leftJoin('app_user as maker', 'maker.id', 'deal.freeze_stated_by')
    .select([
      'deal.id',
      'deal.status',
      'deal.amount_paise',
      'deal.frozen_since',
      'deal.due_at',
      'deal.freeze_outcome',
      'deal.freeze_stated_by',
      'deal.freeze_note',
      'maker.first_name as maker',
    ])
    .select([
      sql<string>`coalesce(payer.first_name || ' ' || payer.last_name, '')`.as('payer'),
      sql<string>`left(coalesce(deal.terms->>'service_details', deal.terms->>'deliverables', ''), 60)`.as(
        'title',
      ),
      sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from deposit_reversal
        where deal_id = deal.id and at >= deal.frozen_since)`.as('taken_back_paise'),
    ])
    .where('deal.frozen_since', 'is not', null)
    .$narrowType<{ frozen_since: Date }>()
    .orderBy('deal.frozen_since')
    .orderBy('deal.id')
    .limit(MOST_FROZEN)
    .execute()
