/** The page of an offer link: its template of the rendered pages (web/features/public/offer-link.tsx), filled in. */
import type { PublicLink } from '#core/contract/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { fillIn, type PageContent, type PageTemplate } from './page-template.ts'

/** What there is to show: the offer, or why there is none. */
export type ShownOffer = PublicLink | 'gone' | 'failed'

/** From the page's own host, whatever name the link was made under. */
const ownPath = (address: string): string => new URL(address).pathname

function contentOf(offer: ShownOffer, locale: Locale, origin: string): PageContent {
  const card = `${origin}/social-card.png`
  if (typeof offer === 'string') {
    const heading = m.offer_link_title({}, { locale })
    const summary = m.offer_link_description({}, { locale })
    return { slots: { heading, summary, card }, holds: { [offer]: true } }
  }
  const { id, title, details, shop, photo, available, deals_released: released } = offer
  const price = formatPaiseShort(offer.amount_paise)
  return {
    slots: {
      ...{ id, title, details, shop, price, version: String(offer.version), count: String(released) },
      heading: `${title}, ${price}`,
      summary: `${shop} · ${m.offer_link_description({}, { locale })}`,
      photo: photo === null ? '' : ownPath(photo),
      card: photo ?? card,
      next: encodeURIComponent(`${locale === 'hi' ? '/hi' : ''}/o/${id}`),
    },
    holds: {
      ...{ open: true, available, sold: !available },
      ...{ photo: photo !== null, record: released > 1, first: released === 1, details: details !== '' },
    },
  }
}

/**
 * The page as it is sent: all that is above the fold is in it, so nothing is asked for or moves once it is seen.
 * `origin` is the site's own, for addresses that must be whole.
 */
export function offerPageHtml(
  template: Pick<PageTemplate, 'html'>,
  offer: ShownOffer,
  { locale, origin }: { locale: Locale; origin: string },
): string {
  const filled = fillIn(template, contentOf(offer, locale, origin))
  // the other language and the page's own address are those of this offer
  return typeof offer === 'string' ? filled : filled.replaceAll('/o"', `/o/${offer.id}"`)
}
