/** The page of an offer link: its template of the rendered pages (web/features/public/offer-link.tsx), filled in. */
import type { PublicLink } from '#core/contract/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import type { RenderedSite } from '#core/site-settings.ts'
import { m } from '#messages/compiled/messages.js'
import { policyOf } from './rendered-files.ts'

interface OfferTemplate {
  readonly html: string
  /** The template's own: what is filled in is no script. */
  readonly policy: string
}

/** Undefined where the pages have none. */
export function offerTemplate(
  { files }: Pick<RenderedSite, 'files'>,
  locale: Locale,
): OfferTemplate | undefined {
  const name = `${locale === 'hi' ? 'hi/' : ''}o/index.html`
  const file = files.find((each) => each.name === name)
  if (!file) return undefined
  const html = Buffer.from(file.body).toString('utf8')
  return { html, policy: policyOf(html) }
}

/** What there is to show: the offer, or why there is none. */
export type ShownOffer = PublicLink | 'gone' | 'failed'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

interface PageContent {
  readonly slots: Readonly<Record<string, string>>
  readonly holds: Readonly<Record<string, boolean>>
}

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

/** Marks and slots are looked for once each, in the template alone: what a shop has written is never read as one. */
function fillIn(template: string, { slots, holds }: PageContent): string {
  const parts = template.split(/__(if|end)_(\w+?)__/)
  const open: boolean[] = [true]
  const texts: string[] = []
  for (let at = 0; at < parts.length; at += 3) {
    if (open.at(-1)) texts.push(parts[at] ?? '')
    const [kind, name = ''] = parts.slice(at + 1, at + 3)
    if (kind === 'if') open.push(Boolean(open.at(-1) && holds[name]))
    if (kind === 'end') open.pop()
  }
  return texts.join('').replace(/__offer_(\w+?)__/g, (_, name: string) => escaped(slots[name] ?? ''))
}

/**
 * The page as it is sent: all that is above the fold is in it, so nothing is asked for or moves once it is seen.
 * `origin` is the site's own, for addresses that must be whole.
 */
export function offerPageHtml(
  { html }: OfferTemplate,
  offer: ShownOffer,
  { locale, origin }: { locale: Locale; origin: string },
): string {
  const filled = fillIn(html, contentOf(offer, locale, origin))
  // the other language and the page's own address are those of this offer
  return typeof offer === 'string' ? filled : filled.replaceAll('/o"', `/o/${offer.id}"`)
}
