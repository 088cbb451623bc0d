/** The poster of an offer link, as data: the item, its price, the shop, and its address as a code to scan. */
import { Refusal } from '#core/errors.ts'
import { offerPage } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PdfPoster } from '#server/pdf/document.ts'
import { findLinkOf } from '#server/repositories/offer-links.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getSeller } from './links.ts'

export async function linkPoster(ctx: UserCtx, id: string, lang: Locale | undefined): Promise<PdfPoster> {
  const row = await findLinkOf(ctx.tx, ctx.user.id, id)
  if (!row) throw new Refusal('not_found')
  const seller = await getSeller(ctx, row)
  const locale = lang ?? ctx.user.locale
  const url = offerPage(ctx.settings.publicUrl, row.id, locale)
  return {
    kind: 'poster',
    locale,
    brand: companyProfile().name[locale],
    title: row.title,
    price: formatPaiseShort(row.amount_paise),
    shop: seller.business_name ?? '',
    scan: m.link_poster_scan({}, { locale }),
    promise: m.link_poster_promise({}, { locale }),
    url,
  }
}
