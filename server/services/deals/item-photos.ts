/** Pictures of what is dealt in: added to an open offer and taken out of it, each time as the next version of its terms. */
import { photosIn } from '#core/described.ts'
import { Refusal } from '#core/errors.ts'
import { ITEM_PHOTO, MAX_ITEM_PHOTOS } from '#core/files.ts'
import { MINUTE_MS } from '#core/time.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'
import { addFiles } from '#server/services/files/add.ts'
import { withdrawFile } from '#server/services/files/withdraw.ts'
import { act } from './act.ts'

const FIRST_PHOTOS_MS = 10 * MINUTE_MS

/** Files of any kind; pictures of the goods are in the terms when this is done. */
export async function addDealFiles(
  ctx: UserCtx,
  input: Parameters<typeof addFiles>[1] & { readonly limitFactor: number },
) {
  const files = await addFiles(ctx, input)
  if (input.kind === ITEM_PHOTO)
    await changePhotos(ctx, input, (ids) => [...ids, ...files.map(({ id }) => id)])
  return files
}

/**
 * A picture of an offer is out of its terms with it; of agreed terms it cannot be taken back. One that the seller had
 * sent with what they asked for stays theirs.
 */
export async function withdrawDealFile(
  ctx: UserCtx,
  input: { dealId: string; id: string; limitFactor: number },
) {
  const { deal } = await getDealFor(ctx, input.dealId)
  const isTerm = photosIn(deal.terms).some(({ id }) => id === input.id)
  if (isTerm) await changePhotos(ctx, input, (ids) => ids.filter((id) => id !== input.id))
  return withdrawFile(ctx, { ...input, isLeftOut: isTerm })
}

async function changePhotos(
  ctx: UserCtx,
  { dealId, limitFactor }: { dealId: string; limitFactor: number },
  change: (ids: string[]) => string[],
) {
  const { deal } = await getDealFor(ctx, dealId)
  const photos = change(photosIn(deal.terms).map(({ id }) => id))
  if (photos.length > MAX_ITEM_PHOTOS) throw new Refusal('limit_reached')
  // they come after the offer that was just told of: a second message would say that its terms were changed
  const isQuiet = ctx.now - deal.created_at.getTime() < FIRST_PHOTOS_MS
  const result = await act(ctx, { dealId, action: 'edit', body: { photos }, limitFactor, isQuiet })
  if (result instanceof Refusal) throw result
}
