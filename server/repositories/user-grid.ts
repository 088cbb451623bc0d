/** The team's grid of people. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { ReadTx } from '#server/db/transaction.ts'
import { countUpTo } from './deal-grid.ts'
import type { UserRow } from './users.ts'

const ORDER = {
  id: 'id',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone_number: 'phone_number',
  user_type: 'user_type',
} as const

/** Beyond these a search is too wide to be of use, and would read all people. */
const MOST_PEOPLE = 1_000

/** Those of whom a number, an address or a name begins so; an array, or the planner would look for the newest of few among all. */
function matches(search: string): RawBuilder<SqlBool> {
  const like = `${search.toLowerCase().replace(/[%_\\]/g, '\\$&')}%`
  const fields = ['phone_number', 'email', 'lower(first_name)', 'lower(last_name)', 'lower(business_name)']
  return sql<SqlBool>`id = any(array(${sql.join(
    fields.map(
      (field) => sql`(select id from app_user where ${sql.raw(field)} like ${like} limit ${MOST_PEOPLE})`,
    ),
    sql` union `,
  )}))`
}

/** Newest first unless asked otherwise. */
export async function listUsers(tx: ReadTx, query: ListQuery): Promise<{ rows: UserRow[]; total: number }> {
  const search = query.search?.trim()
  const from = tx.selectFrom('app_user').$if(Boolean(search), (all) => all.where(matches(search ?? '')))
  const field = ORDER[(query.ordering ?? '').replace(/^-/, '') as keyof typeof ORDER] ?? 'id'
  const rows = await from
    .selectAll()
    .orderBy(field, query.ordering && !query.ordering.startsWith('-') ? 'asc' : 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { rows, total: await countUpTo(tx, from.select(sql`1`.as('one'))) }
}
