/** What the team's grid of deals reads: a page, or one stretch after the other for a file. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import {
  type GRID_ORDERS,
  GRID_ROWS,
  type GridFilter,
  type GridQuery,
  type GridState,
} from '#core/contract/deal-grid.ts'
import { isTerminal, STATUSES } from '#core/lifecycle/states.ts'
import { DAY_MS, nextDay } from '#core/time.ts'
import type { Database } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import type { DealRow } from './deals.ts'
import { beginsWith, FULL_NAME, peopleWith } from './prefix-search.ts'

const ORDER = {
  created_at: 'no',
  amount: 'amount_paise',
  form_pk: 'id',
  status: 'status',
  due_at: 'due_at',
} as const satisfies Record<(typeof GRID_ORDERS)[number], string>

/** Beyond these a search is too wide to be of use, and would read all deals. */
const MOST_PEOPLE = 200
const MOST_OFFERS = 500
const MOST_TITLES = 500
const MOST_DEALS = 1_000

const NAMED_BY = ['phone_number', FULL_NAME, 'lower(last_name)', 'email', 'lower(business_name)']
const TITLE = `lower(left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60))`

/**
 * The deals with this form_pk, the newest of those made by or offered to whose phone, name, last name, e-mail or business begins so, those
 * whose title begins so, and the one of a parcel, a reference of ours or a transfer's number, whole. Null without a search.
 * Read before the page and its count, which would each read them again. Materialized and by arrays, or the planner
 * reads all deals for the newest of few.
 */
async function searchDeals(tx: ReadTx, { search }: GridFilter): Promise<readonly number[] | null> {
  const text = search?.trim()
  if (!text) return null
  const beginning = text.toLowerCase()
  const code = text.toUpperCase()
  const { rows } = await sql<{ no: number }>`
    with people as materialized (
      select * from (${peopleWith('id, phone_number', NAMED_BY, { text: beginning, limit: MOST_PEOPLE })}) p limit ${MOST_PEOPLE}
    ), theirs as materialized (
      select no from deal where payer_id = any(array(select id from people))
      union all select no from deal where payee_id = any(array(select id from people))
      union all select no from deal
                 where agreed_at is null and counterparty_phone = any(array(select phone_number from people))
    )
    select no from deal where id = ${text}
    union (select no from theirs order by no desc limit ${MOST_DEALS})
    union (select no from deal
            where agreed_at is null and ${beginsWith('counterparty_phone', beginning)}
            limit ${MOST_OFFERS})
    union (select no from deal
            where ${beginsWith(TITLE, beginning)}
            limit ${MOST_TITLES})
    union select no from deal where upper(tracking_number) = ${code}
    union select no from deal where upper(return_tracking_number) = ${code}
    union select d.no from deal d join pay_in p on p.deal_id = d.id where p.reference = ${code}
    union select d.no from deal d join pay_in p on p.deal_id = d.id
            join payment_claim c on c.pay_in_id = p.id where c.utr = ${code}
    union select d.no from deal d join payout p on p.deal_id = d.id where p.code = ${code}
    union select d.no from deal d join payout p on p.deal_id = d.id where p.provider_ref = ${text}`.execute(
    tx,
  )
  return rows.map(({ no }) => no)
}

/** Beside `isOpen`. */
const inState = (state: GridState): RawBuilder<SqlBool>[] => {
  if (state === 'open') return []
  return state === 'held' ? [sql<SqlBool>`funded_at is not null`] : [sql<SqlBool>`status = ${state}`]
}

const DUE_MS = { over: 0, today: DAY_MS, week: 7 * DAY_MS } as const
const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`)

/** `now` is the product clock's. */
type At<T> = T & { readonly now: number }
type Selection = GridFilter & { readonly forms?: readonly string[] | undefined }

const isEnded = (state: GridState | undefined): boolean =>
  STATUSES.some((status) => status === state && isTerminal(status))

/** Of those that have not ended alone, which the index deal_open has with all that the grid narrows and orders by. */
const isOpen = ({ state, due, ordering, ...filter }: GridFilter): boolean =>
  due !== undefined ||
  (state === undefined
    ? endDaysOf(filter).length === 0 && ordering?.replace(/^-/, '') === 'due_at'
    : !isEnded(state))

const endDaysOf = ({ ended, complained, decided }: GridFilter): readonly string[] =>
  [ended, complained, decided].filter((day) => day !== undefined)

const DECIDED = sql<SqlBool>`exists (select from dispute where deal_id = deal.id and decided_by is not null)`

const endedOn = (filter: GridFilter): RawBuilder<SqlBool>[] => [
  ...endDaysOf(filter).map(
    (day) => sql<SqlBool>`ended_at >= ${startOf(day)} and ended_at < ${startOf(nextDay(day))}`,
  ),
  ...((filter.complained ?? filter.decided) ? [sql<SqlBool>`disputed_at is not null`] : []),
  ...(filter.decided ? [DECIDED] : []),
]

async function narrowed(tx: ReadTx, filter: At<Selection>) {
  const { state, track, due, from, to, min, max, forms, now } = filter
  const ended = endedOn(filter)
  const searched = await searchDeals(tx, filter)
  const open = isOpen(filter)
  const conditions = [
    ...(open ? [sql<SqlBool>`due_at is not null`] : []),
    ...(searched ? [sql<SqlBool>`no = any(${searched}::bigint[])`] : []),
    ...(forms ? [sql<SqlBool>`id = any(${[...forms]})`] : []),
    ...(state ? inState(state) : []),
    ...(track ? [sql<SqlBool>`track = ${track}`] : []),
    ...(due ? [sql<SqlBool>`due_at <= ${new Date(now + DUE_MS[due])}`] : []),
    ...(from ? [sql<SqlBool>`created_at >= ${startOf(from)}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${startOf(nextDay(to))}`] : []),
    ...ended,
    ...(min === undefined ? [] : [sql<SqlBool>`amount_paise >= ${min * 100}`]),
    ...(max === undefined ? [] : [sql<SqlBool>`amount_paise <= ${max * 100}`]),
  ]
  const selected = tx
    .selectFrom('deal')
    .select(['no', 'id', 'status', 'amount_paise', 'created_at', 'due_at'])
  // Few: read all of them. By an index of the order the planner would read and pass over all that have ended.
  const isFew = open || ended.length > 0 || Boolean(searched ?? forms)
  // in an object: awaiting a query itself would run it
  return {
    query: tx.selectFrom(
      conditions
        .reduce((query, condition) => query.where(condition), selected)
        .$if(isFew, (few) => few.offset(0))
        .as('deal'),
    ),
    /** All that is asked for, when nothing but the search narrows it. */
    numbers: conditions.length === 1 ? searched : null,
  }
}

interface GridOrder {
  readonly field: (typeof ORDER)[keyof typeof ORDER] | 'created_at'
  readonly direction: 'asc' | 'desc'
}

function orderOf({ ordering, state, from, to, ...filter }: GridQuery): GridOrder {
  const field = ORDER[(ordering ?? '').replace(/^-/, '') as keyof typeof ORDER] ?? 'no'
  const direction = ordering && !ordering.startsWith('-') ? 'asc' : 'desc'
  // By their numbers, all deals after the last day of a span would be read and passed over.
  if (field === 'no' && (from || to)) return { field: 'created_at', direction }
  // what has ended is due no more, and has no order by that
  const hasEnded = isEnded(state) || endDaysOf(filter).length > 0
  return { field: field === 'due_at' && hasEnded ? 'no' : field, direction }
}

interface GridOrderedNumbers extends Pick<GridOrder, 'direction'>, Pick<GridQuery, 'page' | 'page_size'> {
  readonly numbers: readonly number[]
}

/** All deals, newest first unless asked otherwise. Rows of equal worth stand as the index of the order has them. */
export async function listAllDeals(
  tx: ReadTx,
  query: At<GridQuery>,
): Promise<{ rows: DealRow[]; total: number }> {
  const { field, direction } = orderOf(query)
  const { query: from, numbers } = await narrowed(tx, query)
  if (numbers && field === 'no') return pageOfNumbers(tx, { numbers, direction, ...query })
  const isTied = field !== 'no' && field !== 'id'
  const back = direction === 'asc' ? 'desc' : 'asc'
  // by their numbers first: whole rows are read of this page alone, and not of those that it skips
  const page = from
    .select('no')
    .orderBy(field, direction)
    .$if(isTied, (ordered) => ordered.orderBy('no', back))
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  const rows = await tx
    .selectFrom('deal')
    .selectAll()
    .where('no', '=', sql<number>`any(array(${page}))`)
    .orderBy(field, direction)
    .$if(isTied, (ordered) => ordered.orderBy('no', back))
    .execute()
  return { rows, total: await countUpTo(tx, from.select(sql`1`.as('one'))) }
}

/** Of what a search has found: its numbers are there, and are neither read nor counted again. */
async function pageOfNumbers(
  tx: ReadTx,
  { numbers, direction, page, page_size }: GridOrderedNumbers,
): Promise<{ rows: DealRow[]; total: number }> {
  const sign = direction === 'asc' ? 1 : -1
  const chosen = numbers
    .toSorted((one, other) => sign * (one - other))
    .slice((page - 1) * page_size, page * page_size)
  const rows = await tx
    .selectFrom('deal')
    .selectAll()
    .where('no', '=', sql<number>`any(${chosen}::bigint[])`)
    .orderBy('no', direction)
    .execute()
  return { rows, total: numbers.length }
}

/** Newest first, those before a number; the next stretch begins at the last of this one. */
export async function listStretch(
  tx: Tx,
  selection: At<Selection>,
  { before, limit }: { before: number | null; limit: number },
): Promise<DealRow[]> {
  const { query } = await narrowed(tx, selection)
  const stretch = query
    .$if(before !== null, (later) => later.where('no', '<', before))
    .select('no')
    .orderBy('no', 'desc')
    .limit(limit)
  return tx
    .selectFrom('deal')
    .selectAll()
    .where('no', '=', sql<number>`any(array(${stretch}))`)
    .orderBy('no', 'desc')
    .execute()
}

export async function countSelected(tx: Tx, selection: At<Selection>): Promise<number> {
  const { query } = await narrowed(tx, selection)
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** Counting a million rows takes longer than anybody looks at a page: beyond this the planner's estimate will do. */
const EXACT_UP_TO = GRID_ROWS

export async function countUpTo<Table extends keyof Database>(
  tx: ReadTx,
  from: SelectQueryBuilder<Database, Table, { one: unknown }>,
): Promise<number> {
  const { total } = await tx
    .selectFrom(from.limit(EXACT_UP_TO + 1).as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  if (total <= EXACT_UP_TO) return total
  const [line] = await from.explain<ExplainLine>('json')
  return Math.max(total, Math.round(line?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0))
}

interface ExplainLine {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[]
}
