import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { GRIEVANCE_FILTERS } from '#core/contract/grievance.ts'
import type { GrievanceTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type GrievanceRow = Selectable<GrievanceTable>

export const insertGrievance = (tx: Tx, values: Insertable<GrievanceTable>): Promise<GrievanceRow> =>
  tx.insertInto('grievance').values(values).returningAll().executeTakeFirstOrThrow()

export const findGrievance = (tx: Tx, ticket: string): Promise<GrievanceRow | undefined> =>
  tx.selectFrom('grievance').selectAll().where('ticket', '=', ticket).executeTakeFirst()

export const lockGrievance = (tx: Tx, ticket: string): Promise<GrievanceRow | undefined> =>
  tx.selectFrom('grievance').selectAll().where('ticket', '=', ticket).forUpdate().executeTakeFirst()

export const updateGrievance = (
  tx: Tx,
  id: number,
  changes: Updateable<GrievanceTable>,
): Promise<GrievanceRow> =>
  tx.updateTable('grievance').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export interface GrievanceQuery extends ListQuery {
  readonly state?: (typeof GRIEVANCE_FILTERS)[number] | undefined
}

/** Open ones first, by the promise that runs out next; then what was answered, newest first. */
export async function listGrievances(tx: Tx, query: GrievanceQuery) {
  const search = query.search?.trim()
  const like = `%${(search ?? '').replace(/[%_\\]/g, '\\$&')}%`
  const from = tx
    .selectFrom('grievance')
    .$if(Boolean(search), (all) =>
      all.where((eb) =>
        eb.or([eb('ticket', 'ilike', like), eb('email', 'ilike', like), eb('name', 'ilike', like)]),
      ),
    )
    .$if(query.state === 'open', (all) => all.where('resolved_at', 'is', null))
    .$if(query.state === 'resolved', (all) => all.where('resolved_at', 'is not', null))
  const rows = await from
    .selectAll()
    .orderBy(sql`resolved_at is not null`)
    .orderBy(
      sql`case when resolved_at is null then coalesce(case when acknowledged_at is null then acknowledge_by end, resolve_by) end`,
    )
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The account with this e-mail, a proved one first, and those of these ids that are deals. */
export async function linksOfGrievance(
  tx: Tx,
  { email, ids }: { email: string; ids: readonly string[] },
): Promise<{ person: { id: number; name: string } | null; deals: string[] }> {
  const person = await tx
    .selectFrom('app_user')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .orderBy(sql`email_verified_at is null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (ids.length === 0) return { person: person ?? null, deals: [] }
  const deals = await tx.selectFrom('deal').select('id').where('id', 'in', ids).execute()
  return { person: person ?? null, deals: deals.map(({ id }) => id) }
}
