import { sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { Tx } from '#server/db/transaction.ts'

export const insertLead = (tx: Tx, values: { name: string; phone_number: string; message: string | null }) =>
  tx.insertInto('lead').values(values).execute()

export async function listLeads(tx: Tx, query: ListQuery) {
  const search = query.search?.trim()
  const like = `${(search ?? '').replace(/[%_\\]/g, '\\$&')}%`
  const from = tx
    .selectFrom('lead')
    .$if(Boolean(search), (all) =>
      all.where((eb) => eb.or([eb('phone_number', 'like', like), eb('name', 'ilike', like)])),
    )
  const rows = await from
    .selectAll()
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** False when there was none. */
export async function deleteLead(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('lead').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
