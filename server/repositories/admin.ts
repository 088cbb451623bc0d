/** What the team's grids and overview read. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { SUSPENSE } from '#core/accounts.ts'
import type { GridQuery, GridState } from '#core/contract/admin.ts'
import type { Database } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DealRow } from './deals.ts'

const ORDER = { created_at: 'no', amount: 'amount_paise', form_pk: 'id', status: 'status' } as const

/** Beyond these a search is too wide to be of use, and would read all deals. */
const MOST_PEOPLE = 1_000

/**
 * The deals with this form_pk, those made by or offered to whose phone, first name or business begins so, those whose title
 * begins so, and the one of a parcel, a reference of ours or a transfer's number, whole. As an
 * array, or the planner would look for the newest of few among all.
 */
function matches(search: string): RawBuilder<SqlBool> {
  const like = `${search.toLowerCase().replace(/[%_\\]/g, '\\$&')}%`
  const code = search.toUpperCase()
  return sql<SqlBool>`no = any(array(
    with people as (
      select id, phone_number from app_user
       where phone_number like ${like} or lower(first_name) like ${like} or lower(business_name) like ${like}
       limit ${MOST_PEOPLE}
    )
    select no from deal where id = ${search}
    union select no from deal where payer_id in (select id from people)
    union select no from deal where payee_id in (select id from people)
    union select no from deal where agreed_at is null and counterparty_phone in (select phone_number from people)
    union select no from deal where agreed_at is null and counterparty_phone like ${like}
    union (select no from deal
            where lower(left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60)) like ${like}
            limit ${MOST_PEOPLE})
    union select no from deal where upper(tracking_number) = ${code}
    union select no from deal where upper(return_tracking_number) = ${code}
    union select d.no from deal d join pay_in p on p.deal_id = d.id where p.reference = ${code}
    union select d.no from deal d join pay_in p on p.deal_id = d.id
            join payment_claim c on c.pay_in_id = p.id where c.utr = ${code}
    union select d.no from deal d join payout p on p.deal_id = d.id where p.code = ${code}
    union select d.no from deal d join payout p on p.deal_id = d.id where p.provider_ref = ${search}))`
}

function inState(state: GridState): RawBuilder<SqlBool> {
  if (state === 'open') return sql<SqlBool>`due_at is not null`
  if (state === 'held') return sql<SqlBool>`due_at is not null and funded_at is not null`
  return sql<SqlBool>`status = ${state}`
}

/** All deals, newest first unless asked otherwise. */
export async function listAllDeals(tx: Tx, query: GridQuery): Promise<{ rows: DealRow[]; total: number }> {
  let from = tx.selectFrom('deal')
  const search = query.search?.trim()
  if (search) from = from.where(matches(search))
  if (query.state) from = from.where(inState(query.state))
  const field = ORDER[(query.ordering ?? '').replace(/^-/, '') as keyof typeof ORDER] ?? 'no'
  const rows = await from
    .selectAll()
    .orderBy(field, query.ordering && !query.ordering.startsWith('-') ? 'asc' : 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { rows, total: await countUpTo(tx, from.select(sql`1`.as('one'))) }
}

/** Counting a million rows takes longer than anybody looks at a page: beyond this the planner's estimate will do. */
const EXACT_UP_TO = 10_000

async function countUpTo(
  tx: Tx,
  from: SelectQueryBuilder<Database, 'deal', { one: unknown }>,
): Promise<number> {
  const { total } = await tx
    .selectFrom(from.limit(EXACT_UP_TO + 1).as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  if (total <= EXACT_UP_TO) return total
  const { rows } = await sql<{ total: number }>`
    select greatest(reltuples, ${total})::bigint as total from pg_class where oid = 'deal'::regclass`.execute(
    tx,
  )
  return rows[0]?.total ?? total
}

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
