/** A Seller's offer links: made, listed, changed, and shown to anybody. */

import type {
  changeLink as change,
  createLink as creation,
  LinksQuery,
  OfferLink,
  PublicLink,
} from '#core/contract/links.ts'
import { Refusal } from '#core/errors.ts'
import { offerPage } from '#core/links.ts'
import { rupees } from '#core/money.ts'
import { toIso } from '#core/time.ts'
import { randomId } from '#server/lib/tokens.ts'
import { lockUser } from '#server/repositories/account.ts'
import * as links from '#server/repositories/offer-links.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import { queueLinkMessage } from '#server/repositories/webhooks.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { cursorPage, placeOf } from '#server/services/list-cursors.ts'

const MOST_LINKS = 200

const offerOf = (publicUrl: string, row: links.OfferLinkRow) => ({
  id: row.id,
  link: offerPage(publicUrl, row.id),
  track: 'shopping' as const,
  version: row.version,
  title: row.title,
  details: row.details,
  amount: row.amount_paise / 100,
  amount_paise: row.amount_paise,
  per_buyer: row.per_buyer,
  photo: row.photo_id && `${publicUrl.replace(/\/$/, '')}/api/links/${row.id}/photos/${row.photo_id}`,
})

export const presentLink = ({ settings }: Ctx, row: links.OfferLinkRow): OfferLink => ({
  ...offerOf(settings.publicUrl, row),
  stock: row.stock,
  paused: row.paused_at !== null,
  created_at: toIso(row.created_at.getTime()),
})

interface LinkPage {
  readonly page: { readonly data: OfferLink[]; readonly next: string | null }
  readonly total: number
}

export async function listLinks(ctx: UserCtx, query: LinksQuery): Promise<LinkPage> {
  const { id } = ctx.user
  const list = `links of ${id}`
  const limit = query.page_size ?? query.limit
  const after = await placeOf(ctx, list, query.after)
  const offset = ((query.page ?? 1) - 1) * limit
  const rows = await links.listLinksOf(ctx.tx, id, { limit: limit + 1, after, offset })
  const page = await cursorPage(
    ctx,
    { list, limit, rows },
    { place: (row) => row.id, present: (row) => presentLink(ctx, row) },
  )
  return { page, total: await links.countLinksOf(ctx.tx, id) }
}

type LinkFields = (typeof creation.body)['_output']

export async function createLink(
  ctx: UserCtx,
  { title, details, amount, stock, per_buyer }: LinkFields,
): Promise<OfferLink> {
  requireVerifiedPhone(ctx)
  // links that are made at the same moment are counted one after the other
  await lockUser(ctx.tx, ctx.user.id)
  if ((await links.countLinksOf(ctx.tx, ctx.user.id)) >= MOST_LINKS) throw new Refusal('limit_reached')
  const terms = { title, details, amount_paise: rupees(amount), stock, per_buyer }
  return presentLink(ctx, await links.insertLinkOf(ctx.tx, ctx.user.id, randomId(), terms))
}

export async function changeLink(
  ctx: UserCtx,
  id: string,
  { amount, photo, ...changes }: (typeof change.body)['_output'],
): Promise<OfferLink> {
  requireVerifiedPhone(ctx)
  const row = await links.updateLinkOf(ctx.tx, ctx.user.id, id, {
    ...changes,
    ...(amount === undefined ? {} : { amount_paise: rupees(amount) }),
    ...(photo === undefined ? {} : { photo_id: null }),
  })
  if (!row) throw new Refusal('not_found')
  return presentLink(ctx, row)
}

/** A link whose seller sells no more is none: not there, for anybody. */
export async function getSeller(ctx: Ctx, row: links.OfferLinkRow): Promise<UserRow> {
  const seller = await findUser(ctx.tx, row.owner_id)
  if (!seller?.business_name || seller.blocked_at || !canBeOffered(ctx, 'shopping', sessionUser(seller)))
    throw new Refusal('not_found')
  return seller
}

/** `isOpening`: somebody has opened the offer's page. Buttons of other pages and programs read it too. */
export async function readLink(ctx: Ctx, id: string, isOpening = false): Promise<PublicLink> {
  const row = await links.findOfferLink(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  const seller = await getSeller(ctx, row)
  if (isOpening && (await links.noteOpening(ctx.tx, id))) await queueLinkMessage(ctx.tx, 'link.opened', id)
  return {
    ...offerOf(ctx.settings.publicUrl, row),
    shop: seller.business_name ?? '',
    deals_released: await links.countReleased(ctx.tx, seller.id),
    available: row.paused_at === null && row.stock !== 0,
  }
}
