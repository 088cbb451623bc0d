/** What the team's overview reads. */
import { sql } from 'kysely'
import { SUSPENSE } from '#core/accounts.ts'
import type { Tx } from '#server/db/transaction.ts'

export const listStray = (tx: Tx, limit: number) =>
  tx
    .selectFrom('deposit')
    .select(['deal_id', 'amount_paise', 'kind', 'at'])
    .where('kind', '<>', 'applied')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

export const listPayoutsInReview = (tx: Tx, limit: number) =>
  tx
    .selectFrom('payout')
    .select(['id', 'deal_id', 'amount_paise', 'created_at'])
    .where('status', '=', 'review')
    .orderBy('created_at')
    .limit(limit)
    .execute()

export const listMediations = (tx: Tx, limit: number) =>
  tx
    .selectFrom('deal')
    .select(['id', 'amount_paise', 'due_at'])
    .where('status', '=', 'mediation')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** What is held is read from the holds of open deals alone: a deal that has ended holds nothing (004-deals.sql). */
export async function totals(
  tx: Tx,
): Promise<{ held_paise: number; suspense_paise: number; open_deals: number }> {
  const { rows } = await sql<{ held_paise: number; suspense_paise: number; open_deals: number }>`
    with held as (
      select ('hold:' || id) collate "C" as code from deal where due_at is not null and funded_at is not null
      union all
      select ('fee_hold:' || id || ':' || party) collate "C" from deal, (values ('payer'), ('payee')) v (party)
       where due_at is not null and disputed_at is not null
    )
    select (select coalesce(sum(balance), 0)::bigint from held join ledger_account using (code)) as held_paise,
           (select coalesce(sum(balance), 0)::bigint from ledger_account where code = ${SUSPENSE}) as suspense_paise,
           (select count(*) from deal where due_at is not null) as open_deals`.execute(tx)
  return rows[0] ?? { held_paise: 0, suspense_paise: 0, open_deals: 0 }
}
