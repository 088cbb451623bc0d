/** Adds files to a deal: the limit is checked before the upload, and again under the lock when all bytes are there. */
import { Refusal } from '#core/errors.ts'
import {
  DRAFT_FILE_MS,
  FILE_TYPES,
  ITEM_PHOTO,
  photoRooms,
  refuseOver,
  type UploadRoom,
  uploadRooms,
} from '#core/files.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { DAY_MS } from '#core/time.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import {
  countUploadsOfSide,
  countUploadsOfUser,
  findFiles,
  insertFiles,
  lockUploadsOf,
} from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor, lockDealFor, type ViewedDeal } from '#server/services/deal/load.ts'
import { presentFiles } from './present.ts'

/** How much more this side may add; throws a Refusal when it is nothing. */
export async function roomForUploads(ctx: UserCtx, dealId: string): Promise<UploadRoom[]> {
  const viewed = await getDealFor(ctx, dealId)
  const rooms = await roomsFor(ctx, viewed, isOpenOffer(viewed))
  refuseOver(rooms, { files: 1, bytes: 1 })
  return rooms
}

const isOpenOffer = ({ deal }: ViewedDeal): boolean => deal.status === 'proposed'

async function roomsFor(ctx: UserCtx, viewed: ViewedDeal, isPhoto: boolean): Promise<UploadRoom[]> {
  const { deal, viewer } = viewed
  // an offer has the pictures of its maker alone, and terms that are agreed get no more
  if (isPhoto && !(isOpenOffer(viewed) && deal.creator_id === ctx.user.id)) throw new Refusal('wrong_state')
  // before somebody has accepted, nobody else could open them
  if (!isPhoto && deal.agreed_at === null) throw new Refusal('wrong_state')
  // an open dispute is no end
  if (isTerminal(deal.status)) throw new Refusal('uploads_ended')
  const side = await countUploadsOfSide(ctx.tx, {
    ...{ dealId: deal.id, side: viewer, isPhoto },
    draftsSince: new Date(ctx.now - DRAFT_FILE_MS),
  })
  const today = await countUploadsOfUser(ctx.tx, ctx.user.id, new Date(ctx.now - DAY_MS))
  return isPhoto
    ? photoRooms(side, today)
    : uploadRooms(!['proposed', 'agreed'].includes(deal.status), side, today)
}

export async function addFiles(
  ctx: UserCtx,
  input: { dealId: string; kind: string; isDraft: boolean; files: readonly ReceivedFile[] },
) {
  const locked = await lockDealFor(ctx, input.dealId)
  await lockUploadsOf(ctx.tx, ctx.user.id)
  const bytes = input.files.reduce((sum, { size }) => sum + size, 0)
  const isPhoto = input.kind === ITEM_PHOTO
  if (isPhoto && !input.files.every(({ type }) => FILE_TYPES[type].isPicture))
    throw new Refusal('unsupported_type')
  refuseOver(await roomsFor(ctx, locked, isPhoto), { files: input.files.length, bytes })
  const side = locked.viewer
  await insertFiles(
    ctx.tx,
    input.files.map(({ hasLocation, ...file }) => ({
      ...file,
      has_location: hasLocation,
      deal_id: input.dealId,
      user_id: ctx.user.id,
      side,
      kind: input.kind,
      // pictures of an offer are in its terms at once
      is_draft: input.isDraft && !isPhoto,
      at: new Date(ctx.now),
    })),
  )
  const ids = input.files.map((file) => file.id)
  return presentFiles(ctx, await findFiles(ctx.tx, input.dealId, ids), side)
}
