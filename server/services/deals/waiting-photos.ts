/**
 * Pictures that wait with an invitation or a request: they come with it as terms of the offer that is made of it, under
 * the same ids, so that no byte is stored twice. Whose invitation or request it is, the caller has asked.
 */
import type { WaitingPhoto } from '#core/contract/waiting-photos.ts'
import type { ItemPhoto } from '#core/described.ts'
import { Refusal } from '#core/errors.ts'
import { FILE_TYPES, ITEM_PHOTO, refuseOver, type UploadRoom, waitingRooms } from '#core/files.ts'
import { DAY_MS } from '#core/time.ts'
import type { ReadableFile, ReceivedFile } from '#server/files/store.ts'
import { countUploadsOfUser, insertFiles, lockUploadsOf } from '#server/repositories/files.ts'
import * as photos from '#server/repositories/waiting-photos.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'

type Place = photos.PhotoPlace

/** How much more may be added to it; throws a Refusal when it is nothing. */
export async function waitingUploadRoom(ctx: UserCtx, place: Place): Promise<UploadRoom[]> {
  const rows = await photos.listWaitingPhotos(ctx.tx, place)
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  const today = await countUploadsOfUser(ctx.tx, ctx.user.id, new Date(ctx.now - DAY_MS))
  const rooms = waitingRooms({ files: rows.length, bytes }, today)
  refuseOver(rooms, { files: 1, bytes: 1 })
  return rooms
}

/** Under the lock of what they wait with: none comes after it was sent. */
export async function addWaiting(
  ctx: UserCtx,
  place: Place,
  files: readonly ReceivedFile[],
): Promise<WaitingPhoto[]> {
  await lockUploadsOf(ctx.tx, ctx.user.id)
  if (!files.every(({ type }) => FILE_TYPES[type].isPicture)) throw new Refusal('unsupported_type')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  refuseOver(await waitingUploadRoom(ctx, place), { files: files.length, bytes })
  await photos.insertWaitingPhotos(
    ctx.tx,
    files.map(({ hasLocation, ...file }) => ({
      ...file,
      ...place,
      has_location: hasLocation,
      owner_id: ctx.user.id,
      at: new Date(ctx.now),
    })),
  )
  return files.map(({ id, name }) => ({ id, name }))
}

export async function listWaiting(ctx: Ctx, place: Place): Promise<WaitingPhoto[]> {
  const rows = await photos.listWaitingPhotos(ctx.tx, place)
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Smaller and without the place where it was taken, for whoever it is shown to. */
export async function openWaiting(ctx: Ctx, place: Place, id: string): Promise<ReadableFile> {
  const file = (await photos.listWaitingPhotos(ctx.tx, place)).find((row) => row.id === id)
  if (!file) throw new Refusal('not_found')
  return { file, copy: 'view' }
}

/** The offer that is made with these pictures gets their files; `side` is whose they are. */
export async function sendWithPhotos(
  ctx: Ctx,
  { place, side }: { place: Place; side: 'payer' | 'payee' },
  create: (photos: readonly ItemPhoto[]) => Promise<{ readonly id: string }>,
): Promise<string> {
  const rows = await photos.listWaitingPhotos(ctx.tx, place)
  const deal = await create(rows.map(({ id, sha256 }) => ({ id, sha256 })))
  if (rows.length === 0) return deal.id
  await photos.takeWaitingPhotos(ctx.tx, place)
  await insertFiles(
    ctx.tx,
    rows.map(({ id, owner_id, name, type, size, sha256, has_location, at }) => ({
      ...{ id, name, type, size, sha256, has_location, at, side },
      user_id: owner_id,
      deal_id: deal.id,
      kind: ITEM_PHOTO,
    })),
  )
  return deal.id
}
