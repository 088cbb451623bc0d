/** Offers that wait for their seller to join. */
import { type Selectable, sql } from 'kysely'
import type { InviteTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type InviteRow = Selectable<InviteTable>

/** After these days the row is deleted: the number may be a stranger's. */
export const INVITE_DAYS = 30

const waiting = (tx: Tx) =>
  tx
    .selectFrom('invite')
    .selectAll()
    .where('deal_id', 'is', null)
    .where(sql<boolean>`created_at > clock_timestamp() - make_interval(days => ${sql.lit(INVITE_DAYS)})`)

export const insertInvite = (
  tx: Tx,
  row: { id: string; buyer_id: number; phone_number: string; fields: string },
): Promise<InviteRow> => tx.insertInto('invite').values(row).returningAll().executeTakeFirstOrThrow()

export const listInvitesOf = (tx: Tx, buyerId: number): Promise<InviteRow[]> =>
  waiting(tx).where('buyer_id', '=', buyerId).orderBy('created_at', 'desc').orderBy('id').execute()

/** Of whoever invited the number; each is told once. */
export const listInvitesTo = (tx: Tx, phone: string, limit: number): Promise<InviteRow[]> =>
  waiting(tx).where('phone_number', '=', phone).orderBy('created_at').limit(limit).execute()

export const lockInvite = (tx: Tx, buyerId: number, id: string): Promise<InviteRow | undefined> =>
  tx
    .selectFrom('invite')
    .selectAll()
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .forUpdate()
    .executeTakeFirst()

export const markInviteSent = (tx: Tx, id: string, dealId: string) =>
  tx
    .updateTable('invite')
    .set({ deal_id: dealId })
    .where('id', '=', id)
    .where('deal_id', 'is', null)
    .execute()

/** False when there is none of theirs that waits. */
export async function deleteInvite(tx: Tx, buyerId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invite')
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .where('deal_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteInvitesOf = (tx: Tx, buyerId: number) =>
  tx.deleteFrom('invite').where('buyer_id', '=', buyerId).execute()
