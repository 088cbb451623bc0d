/** Deals that sellers asked for and that no buyer has sent as an offer. */
import { type Selectable, sql } from 'kysely'
import type { DealRequestTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type DealRequestRow = Selectable<DealRequestTable>

/** After these days the row is deleted: the number may be a stranger's. */
export const REQUEST_DAYS = 30

const waiting = (tx: Tx) =>
  tx
    .selectFrom('deal_request')
    .selectAll()
    .where('deal_id', 'is', null)
    .where(sql<boolean>`created_at > clock_timestamp() - make_interval(days => ${sql.lit(REQUEST_DAYS)})`)

interface NewRequest {
  readonly id: string
  readonly seller_id: number
  readonly buyer_id: number | null
  readonly phone_number: string
  readonly fields: string
}
export const insertRequest = (tx: Tx, row: NewRequest): Promise<DealRequestRow> =>
  tx.insertInto('deal_request').values(row).returningAll().executeTakeFirstOrThrow()

export const listRequestsBy = (tx: Tx, sellerId: number): Promise<DealRequestRow[]> =>
  waiting(tx).where('seller_id', '=', sellerId).orderBy('created_at', 'desc').orderBy('id').execute()

/** To the account, and to the number while it was nobody's; whether it is theirs is for the service to say. */
export const listRequestsTo = (tx: Tx, userId: number, phone: string): Promise<DealRequestRow[]> =>
  waiting(tx)
    .where((eb) =>
      eb.or([
        eb('buyer_id', '=', userId),
        eb.and([eb('buyer_id', 'is', null), eb('phone_number', '=', phone)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

export const lockRequest = (tx: Tx, id: string): Promise<DealRequestRow | undefined> =>
  tx.selectFrom('deal_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const markRequestSent = (tx: Tx, id: string, dealId: string) =>
  tx
    .updateTable('deal_request')
    .set({ deal_id: dealId })
    .where('id', '=', id)
    .where('deal_id', 'is', null)
    .execute()

export const deleteRequest = (tx: Tx, id: string) =>
  tx.deleteFrom('deal_request').where('id', '=', id).where('deal_id', 'is', null).execute()

/** Of an account that is erased: what it asked, what it was asked, and what waits for its number and for nobody's account. */
export const eraseRequestsOf = (tx: Tx, userId: number, phone: string | null) =>
  tx
    .deleteFrom('deal_request')
    .where((eb) =>
      eb.or([
        eb('seller_id', '=', userId),
        eb('buyer_id', '=', userId),
        ...(phone === null
          ? []
          : [
              eb.and([eb('phone_number', '=', phone), eb('buyer_id', 'is', null), eb('deal_id', 'is', null)]),
            ]),
      ]),
    )
    .execute()

export const exportRequestsOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('deal_request')
    .select(['id', 'phone_number', 'fields', 'deal_id', 'created_at'])
    .where('seller_id', '=', userId)
    .orderBy('created_at')
    .execute()
