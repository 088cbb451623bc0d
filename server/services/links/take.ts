/**
 * A Buyer takes one piece of an offer link. The Seller agreed by publishing the version, the Buyer agrees by taking it:
 * the deal is created by the one and accepted in the name of the other, and is to be paid next. All in one transaction.
 */
import type { Answer } from '#core/contract/endpoint.ts'
import type { takeLink as takeContract } from '#core/contract/links.ts'
import { Refusal } from '#core/errors.ts'
import { shareLink } from '#core/links.ts'
import * as links from '#server/repositories/offer-links.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { sessionUser, type UserCtx } from '#server/services/context.ts'
import { act } from '#server/services/deals/act.ts'
import { createFromLink } from '#server/services/deals/create.ts'
import { limitTakes } from '#server/services/deals/offer-limits.ts'
import { addPictureTo, type LinkPicture, type PictureFiles, storePictureOf } from './deal-picture.ts'
import { getSeller } from './links.ts'

/** Counted down first: from then on the link's row is locked, and whoever comes next waits and sees what is left. */
async function takePiece(ctx: UserCtx, id: string, version: number | undefined): Promise<links.OfferLinkRow> {
  const link = await links.takePiece(ctx.tx, id)
  if (!link) {
    const current = await links.findOfferLink(ctx.tx, id)
    if (!current) throw new Refusal('not_found')
    throw new Refusal(current.paused_at ? 'link_paused' : 'sold_out')
  }
  if (version !== undefined && version !== link.version) throw new Refusal('stale_terms')
  if ((await links.countTaken(ctx.tx, id, ctx.user.id)) >= link.per_buyer) throw new Refusal('limit_reached')
  return link
}

interface PieceOrder {
  readonly id: string
  /** That the Buyer has read. */
  readonly version: number | undefined
}

interface PieceOrderDependencies {
  readonly limitFactor: number
  readonly files: PictureFiles
}

export async function takeLink(
  ctx: UserCtx,
  order: PieceOrder,
  { limitFactor, files }: PieceOrderDependencies,
): Promise<Answer<typeof takeContract>> {
  requireVerifiedPhone(ctx)
  const picture = await storePictureOf(ctx, order.id, files)
  try {
    return await takeWith(ctx, order, picture, limitFactor)
  } catch (error) {
    // no row names it
    if (picture) await files.store.remove(picture.photo.id).catch(() => {})
    throw error
  }
}

async function takeWith(
  ctx: UserCtx,
  { id, version }: PieceOrder,
  picture: LinkPicture | null,
  limitFactor: number,
): Promise<Answer<typeof takeContract>> {
  const link = await takePiece(ctx, id, version)
  const seller = await getSeller(ctx, link)
  // the Seller has put another one there since it was read
  if (link.photo_id !== (picture?.photoId ?? null)) throw new Refusal('stale_terms')
  await limitTakes(ctx, { link, phone: seller.phone_number }, limitFactor)
  const created = await createFromLink(ctx, { link, seller, photos: picture ? [picture.photo] : [] })
  if (picture) await addPictureTo(ctx, created.id, { picture, sellerId: seller.id })
  await links.insertTake(ctx.tx, {
    deal_id: created.id,
    link_id: link.id,
    version: link.version,
    buyer_id: ctx.user.id,
  })
  const { tx, now, settings, origin } = ctx
  const deal = await act(
    { tx, now, settings, ...(origin ? { origin } : {}), user: sessionUser(seller) },
    { dealId: created.id, action: 'accept', body: { terms_version: 1, rules_accepted: true } },
  )
  if (deal instanceof Refusal) throw deal
  return {
    form_pk: deal.id,
    link: shareLink(settings.publicUrl, deal.track, deal.id),
    version: link.version,
    status: deal.status,
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
  }
}
