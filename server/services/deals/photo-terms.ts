/** The pictures that an edit of an offer names, as terms: their hashes hold their bytes. */
import { type ItemPhoto, photosIn } from '#core/described.ts'
import { invalid } from '#core/errors.ts'
import { FILE_TYPES, ITEM_PHOTO, MAX_ITEM_PHOTOS } from '#core/files.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { findFiles } from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import { findOwnFiles } from '#server/services/files/open.ts'

interface PhotoEdit {
  /** As untrusted as the rest of the body. */
  readonly named: unknown
  /** The offer stays with whom it was made to. */
  readonly isSamePerson: boolean
}

/** What an edit makes of the pictures that it names, in that order; without any named they stay. */
export async function photoTerms(
  ctx: UserCtx,
  deal: DealRow,
  { named, isSamePerson }: PhotoEdit,
): Promise<{ readonly photos?: readonly ItemPhoto[] }> {
  const current = isSamePerson ? photosIn(deal.terms) : await ownPhotosIn(ctx, deal)
  if (named === undefined) return photoTerm(current)
  // what a seller asked for has their pictures: the buyer whose offer it is keeps them or leaves them out
  const known = current.map(({ id }) => id)
  const files = Array.isArray(named) ? await findOwnFiles(ctx, deal.id, named, known) : null
  const isPhoto = files?.every(({ kind, type }) => kind === ITEM_PHOTO && FILE_TYPES[type].isPicture)
  if (!files || !isPhoto || files.length > MAX_ITEM_PHOTOS) throw invalid({ photos: ['file'] })
  return photoTerm(files.map(({ id, sha256 }) => ({ id, sha256 })))
}

/** Those that a seller sent with what they asked for are of their goods, not of another seller's. */
async function ownPhotosIn(ctx: UserCtx, deal: DealRow): Promise<ItemPhoto[]> {
  const current = photosIn(deal.terms)
  const files = await findFiles(
    ctx.tx,
    deal.id,
    current.map(({ id }) => id),
  )
  return current.filter(({ id }) => files.some((file) => file.id === id && file.user_id === ctx.user.id))
}

/** An offer without pictures has no such term, as offers had before there were any. */
export const photoTerm = (photos: readonly ItemPhoto[]) => (photos.length === 0 ? {} : { photos })
