/** Deal events. Append-only; the database chains each to the one before it in its deal. */
import type { Insertable, Selectable } from 'kysely'
import type { DealEventTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type EventRow = Selectable<DealEventTable>

export interface NewEvent {
  dealId: string
  seq: number
  name: string
  at: number
  by: 'payer' | 'payee' | 'team' | 'gateway' | 'lapse'
  actorId: number | null
  termsVersion: number
  data: Record<string, unknown>
}

export type EventValues = Insertable<DealEventTable>

/** Its row, to be written by the statement that makes the change. */
export const eventValues = (event: NewEvent): EventValues => ({
  deal_id: event.dealId,
  seq: event.seq,
  name: event.name,
  at: new Date(event.at),
  by: event.by,
  actor_id: event.actorId === null ? null : String(event.actorId),
  terms_version: event.termsVersion,
  data: JSON.stringify(event.data),
})

export const listEvents = (tx: Tx, dealId: string): Promise<EventRow[]> =>
  tx.selectFrom('deal_event').selectAll().where('deal_id', '=', dealId).orderBy('seq').execute()

export const listEventsAfter = (tx: Tx, dealId: string, seq: number, limit: number) =>
  tx
    .selectFrom('deal_event')
    .select(['seq', 'name'])
    .where('deal_id', '=', dealId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
