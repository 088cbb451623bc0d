/** The team's grid of people: a page, or one stretch after the other for a file. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { USER_ORDERS } from '#core/contract/admin.ts'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import { countUpTo } from './deal-grid.ts'
import { FULL_NAME, peopleWith } from './prefix-search.ts'
import type { UserRow } from './users.ts'

/** As the indexes of 003-accounts.sql have them: texts in the order of their bytes, names without regard to capitals. */
const ORDER = {
  id: null,
  first_name: sql`${sql.raw(FULL_NAME)} using`,
  last_name: sql`lower(last_name) using`,
  email: sql`email using`,
  phone_number: sql`phone_number using`,
  user_type: sql`user_type using`,
} as const satisfies Record<(typeof USER_ORDERS)[number], RawBuilder<unknown> | null>

/** Beyond these a search is too wide to be of use, and would read all people. */
const MOST_PEOPLE = 1_000

/** Those of whom a number, an address or a name begins so; an array, or the planner would look for the newest of few among all. */
function matches(search: string): RawBuilder<SqlBool> {
  const fields = [
    'phone_number',
    'payment_number',
    'email',
    'lower(business_name)',
    'lower(last_name)',
    FULL_NAME,
  ]
  const text = search.toLowerCase()
  return sql<SqlBool>`id = any(array(${peopleWith('id', fields, { text, limit: MOST_PEOPLE })}))`
}

interface PeopleFilter {
  readonly search?: string | undefined
  /** Of these alone. */
  readonly ids?: readonly number[] | undefined
}

function narrowed(tx: ReadTx, { search, ids }: PeopleFilter) {
  const text = search?.trim() ?? ''
  return tx
    .selectFrom('app_user')
    .$if(text !== '', (all) => all.where(matches(text)))
    .$if(ids !== undefined, (all) => all.where(sql<SqlBool>`id = any(${[...(ids ?? [])]}::bigint[])`))
}

/** Newest first unless asked otherwise. Rows of equal worth go on in the direction of the order, as its index has them. */
export async function listUsers(tx: ReadTx, query: ListQuery): Promise<{ rows: UserRow[]; total: number }> {
  const from = narrowed(tx, query)
  const field = ORDER[(query.ordering ?? '').replace(/^-/, '') as keyof typeof ORDER] ?? null
  const isUp = Boolean(query.ordering) && !query.ordering?.startsWith('-')
  const order =
    field === null
      ? null
      : sql`${field} ${isUp ? sql`operator(pg_catalog.~<~)` : sql`operator(pg_catalog.~>~)`}`
  const direction = isUp ? 'asc' : 'desc'
  // by their ids first: whole rows are read of this page alone, and not of those that it skips
  const page = from
    .select('id')
    .$if(order !== null, (all) => all.orderBy(order ?? sql`id`))
    .orderBy('id', direction)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  const rows = await tx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', sql<number>`any(array(${page}))`)
    .$if(order !== null, (all) => all.orderBy(order ?? sql`id`))
    .orderBy('id', direction)
    .execute()
  return { rows, total: await countUpTo(tx, from.select(sql`1`.as('one'))) }
}

/** Newest first, those before an id; the next stretch begins at the last of this one. */
export const listPeopleStretch = (
  tx: Tx,
  filter: PeopleFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<UserRow[]> =>
  narrowed(tx, filter)
    .$if(before !== null, (later) => later.where('id', '<', before))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const { total } = await narrowed(tx, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
