/** The pictures that an edit of an offer names, as terms: their hashes hold their bytes. */
import { type ItemPhoto, photosIn } from '#core/description.ts'
import { invalid } from '#core/errors.ts'
import { FILE_TYPES, ITEM_PHOTO, MAX_ITEM_PHOTOS } from '#core/files.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UserCtx } from '#server/services/context.ts'
import { findOwnFiles } from '#server/services/files/open.ts'

/** What an edit makes of the pictures that it names, in that order; without any named they stay. */
export async function photoTerms(
  ctx: UserCtx,
  deal: DealRow,
  named: unknown,
): Promise<{ readonly photos?: readonly ItemPhoto[] }> {
  if (named === undefined) return photoTerm(photosIn(deal.terms))
  const files = Array.isArray(named) ? await findOwnFiles(ctx, deal.id, named) : null
  const isPhoto = files?.every(({ kind, type }) => kind === ITEM_PHOTO && FILE_TYPES[type].isPicture)
  if (!files || !isPhoto || files.length > MAX_ITEM_PHOTOS) throw invalid({ photos: ['file'] })
  return photoTerm(files.map(({ id, sha256 }) => ({ id, sha256 })))
}

const photoTerm = (photos: readonly ItemPhoto[]) => (photos.length === 0 ? {} : { photos })
