/** Title, description and Open Graph of a prerendered page. */
import type { MetaDescriptor } from 'react-router'
import { href, LOCALES, locale } from '../../lib/locale.ts'
import { ORIGIN, siteName } from '../../lib/site.ts'

interface PageMeta {
  readonly title: string
  readonly description: string
  /** The address in English. */
  readonly path: string
  readonly hidden?: boolean
}

export function pageMeta({ title, description, path, hidden }: PageMeta): MetaDescriptor[] {
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
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : addresses(path)),
  ]
}

/** Search engines and previews need whole addresses; a build that does not know its own leaves them out. */
function addresses(path: string): MetaDescriptor[] {
  if (!ORIGIN) return []
  const here = ORIGIN + href(encodeURI(path))
  return [
    { tagName: 'link', rel: 'canonical', href: here },
    { property: 'og:url', content: here },
    { property: 'og:image', content: `${ORIGIN}/social-card.png` },
    ...LOCALES.map((one) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: one,
      href: ORIGIN + href(encodeURI(path), one),
    })),
  ]
}
