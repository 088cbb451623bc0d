/**
 * The picture by which somebody buys from a link is a picture of their deal: a term that a dispute looks at, whatever the
 * link shows later and whether or not its Seller still has an account.
 */
import type { ItemPhoto } from '#core/described.ts'
import { ITEM_PHOTO } from '#core/files.ts'
import { type Files, storeBytes } from '#server/files/copies.ts'
import { randomId } from '#server/lib/tokens.ts'
import { insertFiles } from '#server/repositories/files.ts'
import { findOfferLink, findPhoto } from '#server/repositories/offer-links.ts'
import type { UserCtx } from '#server/services/context.ts'

export type PictureFiles = Pick<Files, 'store' | 'incoming'>

export interface LinkPicture {
  readonly photo: ItemPhoto
  /** Of the link's own. */
  readonly photoId: string
  /** Bytes. */
  readonly size: number
}

/**
 * Its bytes in the file store under a name of the deal's own, at most 100 KB. Null where the link has none, or nothing to
 * take. Before the link's row is locked: whoever else takes a piece does not wait for the store.
 */
export async function storePictureOf(
  ctx: UserCtx,
  linkId: string,
  files: PictureFiles,
): Promise<LinkPicture | null> {
  const link = await findOfferLink(ctx.tx, linkId)
  if (!link?.photo_id || link.paused_at !== null || link.stock === 0) return null
  const photo = await findPhoto(ctx.tx, linkId, link.photo_id)
  if (!photo) return null
  const id = randomId()
  await storeBytes(files, id, photo.content)
  return { photo: { id, sha256: photo.sha256 }, photoId: link.photo_id, size: photo.content.length }
}

export const addPictureTo = (
  ctx: UserCtx,
  dealId: string,
  { picture: { photo, size }, sellerId }: { picture: LinkPicture; sellerId: number },
) =>
  insertFiles(ctx.tx, [
    {
      ...{ ...photo, size, name: 'photo.webp', type: 'webp', kind: ITEM_PHOTO, side: 'payee' },
      ...{ deal_id: dealId, user_id: sellerId, has_location: false, at: new Date(ctx.now) },
    },
  ])
