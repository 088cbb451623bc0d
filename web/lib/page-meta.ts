/** Titles and what search engines read: all of it for a prerendered page, a title alone for the app's. */
import type { MetaDescriptor } from 'react-router'
import { LOCALES } from '#core/locale.ts'
import { href, locale } from './locale.ts'
import { ORIGIN, siteName } from './site.ts'

interface PageMeta {
  readonly title: string
  readonly description: string
  /** The address in English. */
  readonly path: string
  /** The whole address of the picture of a preview; the site's card where there is none. */
  readonly image?: string
  readonly hidden?: boolean
}

export function pageMeta({ title, description, path, image, hidden }: PageMeta): MetaDescriptor[] {
  const name = siteName()
  const whole = title.includes(name) ? title : `${title} · ${name}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: locale() === 'hi' ? 'hi_IN' : 'en_IN' },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : addresses(path, image)),
  ]
}

/** Search engines and previews need whole addresses. */
function addresses(path: string, image = `${ORIGIN}/social-card.png`): MetaDescriptor[] {
  const address = ORIGIN + href(encodeURI(path))
  return [
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    ...LOCALES.map((language) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: language,
      href: ORIGIN + href(encodeURI(path), language),
    })),
  ]
}

/** Of a page drawn in the browser: search engines have no business there. */
export const appMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${siteName()}` },
  { name: 'robots', content: 'noindex' },
]
