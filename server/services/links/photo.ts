/** The picture of an offer link: judged before the upload, added as its next version, shown to anybody. */
import type { OfferLink } from '#core/contract/links.ts'
import { Refusal } from '#core/errors.ts'
import type { UploadRoom } from '#core/files.ts'
import { randomId } from '#server/lib/tokens.ts'
import { lockUser } from '#server/repositories/account.ts'
import * as links from '#server/repositories/offer-links.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { presentLink } from './links.ts'

const MOST_PHOTOS = 500
const MOST_A_DAY = 60
const MOST_BYTES = 10 * 1024 * 1024

async function requireRoom(ctx: UserCtx, linkId: string): Promise<void> {
  requireVerifiedPhone(ctx)
  if (!(await links.findLinkOf(ctx.tx, ctx.user.id, linkId))) throw new Refusal('not_found')
  const { total, today } = await links.countPhotosOf(ctx.tx, ctx.user.id)
  if (total >= MOST_PHOTOS) throw new Refusal('limit_reached')
  if (today >= MOST_A_DAY) throw new Refusal('uploads_today')
}

export async function roomForPhoto(ctx: UserCtx, linkId: string): Promise<UploadRoom[]> {
  await requireRoom(ctx, linkId)
  return [{ files: 1, bytes: MOST_BYTES, refusal: 'limit_reached' }]
}

export async function addPhoto(
  ctx: UserCtx,
  linkId: string,
  { content, sha256 }: { content: Buffer; sha256: string },
): Promise<OfferLink> {
  // pictures that come at the same moment are counted one after the other
  await lockUser(ctx.tx, ctx.user.id)
  await requireRoom(ctx, linkId)
  const id = randomId()
  await links.insertPhoto(ctx.tx, { id, owner_id: ctx.user.id, sha256, content })
  const row = await links.updateLinkOf(ctx.tx, ctx.user.id, linkId, { photo_id: id })
  if (!row) throw new Refusal('not_found')
  return presentLink(ctx, row)
}

export async function readPhoto(ctx: Ctx, linkId: string, photoId: string): Promise<Buffer> {
  const photo = await links.findPhoto(ctx.tx, linkId, photoId)
  if (!photo) throw new Refusal('not_found')
  return photo.content
}
