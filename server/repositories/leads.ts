import { type Selectable, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { LEAD_STATES, LeadOutcome } from '#core/contract/leads.ts'
import type { LeadTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type LeadRow = Selectable<LeadTable>
export interface LeadQuery extends ListQuery {
  readonly state?: (typeof LEAD_STATES)[number] | undefined
}

export const insertLead = (tx: Tx, values: { name: string; phone_number: string; message: string | null }) =>
  tx.insertInto('lead').values(values).execute()

export async function listLeads(tx: Tx, query: LeadQuery) {
  const search = query.search?.trim()
  const like = `${(search ?? '').replace(/[%_\\]/g, '\\$&')}%`
  const from = tx
    .selectFrom('lead')
    .$if(Boolean(search), (all) =>
      all.where((eb) => eb.or([eb('phone_number', 'like', like), eb('name', 'ilike', like)])),
    )
    .$if(query.state === 'open', (all) => all.where('done_at', 'is', null))
    .$if(query.state === 'done', (all) => all.where('done_at', 'is not', null))
  const rows = await from
    .selectAll()
    .orderBy('id', query.state === 'open' ? 'asc' : 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const lockLead = (tx: Tx, id: number): Promise<LeadRow | undefined> =>
  tx.selectFrom('lead').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setLeadDone = (tx: Tx, id: number, at: Date | null): Promise<LeadRow> =>
  tx.updateTable('lead').set({ done_at: at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

interface NewCall {
  readonly lead_id: number
  readonly outcome: LeadOutcome
  readonly note: string | null
  readonly called_by: number
  readonly called_at: Date
}
export const insertLeadCall = (tx: Tx, call: NewCall) => tx.insertInto('lead_call').values(call).execute()

/** Oldest first. */
export const callsOfLeads = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('lead_call as c')
    .innerJoin('app_user as u', 'u.id', 'c.called_by')
    .select(['c.lead_id', 'c.outcome', 'c.note', 'c.called_at', 'u.first_name as by'])
    .where('c.lead_id', 'in', ids)
    .orderBy('c.id')
    .execute()

/** False when there was none. */
export async function deleteLead(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('lead').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
