import type { Insertable } from 'kysely'
import type { DisputeTable, OfferTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export const insertDispute = (tx: Tx, values: Insertable<DisputeTable>) =>
  tx.insertInto('dispute').values(values).execute()

export const updateDispute = (tx: Tx, dealId: string, changes: Partial<Insertable<DisputeTable>>) =>
  tx.updateTable('dispute').set(changes).where('deal_id', '=', dealId).execute()

export const insertOffer = (tx: Tx, values: Insertable<OfferTable>) =>
  tx.insertInto('offer').values(values).execute()

export const listOffers = (tx: Tx, dealId: string) =>
  tx.selectFrom('offer').selectAll().where('deal_id', '=', dealId).orderBy('at').execute()

export const findOffer = (tx: Tx, dealId: string, id: string) =>
  tx.selectFrom('offer').selectAll().where('deal_id', '=', dealId).where('id', '=', id).executeTakeFirst()
