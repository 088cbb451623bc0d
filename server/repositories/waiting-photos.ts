/** Pictures of an invitation or a request that is no deal yet: rows alone; their bytes are in the store (server/files/). */
import type { Insertable, Selectable } from 'kysely'
import type { WaitingPhotoTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type WaitingPhotoRow = Selectable<WaitingPhotoTable>

/** What they wait with. */
export type PhotoPlace = { readonly invite_id: string } | { readonly request_id: string }

const columnOf = (place: PhotoPlace) => ('invite_id' in place ? 'invite_id' : 'request_id')
const idOf = (place: PhotoPlace): string => ('invite_id' in place ? place.invite_id : place.request_id)

export const insertWaitingPhotos = (tx: Tx, rows: Insertable<WaitingPhotoTable>[]) =>
  tx.insertInto('waiting_photo').values(rows).execute()

/** The first one first. */
export const listWaitingPhotos = (tx: Tx, place: PhotoPlace): Promise<WaitingPhotoRow[]> =>
  tx.selectFrom('waiting_photo').selectAll().where(columnOf(place), '=', idOf(place)).orderBy('no').execute()

/** Their bytes stay in the store: whoever calls this makes files of a deal of them. */
export const takeWaitingPhotos = (tx: Tx, place: PhotoPlace) =>
  tx.deleteFrom('waiting_photo').where(columnOf(place), '=', idOf(place)).execute()

/** Of invitations and requests that are gone. */
export async function listOrphanPhotos(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('waiting_photo')
    .select('id')
    .where('invite_id', 'is', null)
    .where('request_id', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteOrphanPhotos = (tx: Tx, ids: readonly string[]) =>
  tx
    .deleteFrom('waiting_photo')
    .where('id', 'in', [...ids])
    .where('invite_id', 'is', null)
    .where('request_id', 'is', null)
    .execute()

export const exportWaitingPhotosOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('waiting_photo')
    .select(['id', 'invite_id', 'request_id', 'name', 'size', 'sha256', 'at'])
    .where('owner_id', '=', userId)
    .orderBy('no')
    .execute()
