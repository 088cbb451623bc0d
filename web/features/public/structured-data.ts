/** What search engines read (schema.org), drawn from content/site.json and the papers when a page is built. */
import { Marked } from 'marked'
import type { MetaDescriptor } from 'react-router'
import { href, locale } from '../../lib/locale.ts'
import { inLanguage, ORIGIN, SITE, siteName } from '../../lib/site.ts'
import { fill } from './figures.ts'

const SOURCES: Record<string, string> = import.meta.env.SSR
  ? import.meta.glob<string>('../../../content/docs/*/faq-*.md', {
      eager: true,
      query: '?raw',
      import: 'default',
    })
  : {}

type Json = Record<string, unknown>

const script = (json: Json): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', ...json } as never,
})

/** An address has to be whole; a build that does not know its own leaves it out. */
const at = (path: string): string | undefined => (ORIGIN ? ORIGIN + path : undefined)

/** A sample of content/site.json says nothing true, so it is not told. */
const isReal = (text: string): boolean => !/sample|example\.com|00000/i.test(text)

export function organization(): MetaDescriptor[] {
  const { email, phone, social, legal_name } = SITE
  const links = social.map(({ url }) => url).filter((url) => new URL(url).pathname !== '/')
  return [
    script({
      '@type': 'Organization',
      name: siteName(),
      ...(isReal(legal_name) ? { legalName: legal_name } : {}),
      url: at(href('/')),
      logo: at('/icons/icon-512.png'),
      ...(links.length > 0 ? { sameAs: links } : {}),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        ...(isReal(email) ? { email } : {}),
        ...(isReal(phone) ? { telephone: phone } : {}),
        hoursAvailable: inLanguage(SITE.phone_hours),
        availableLanguage: ['en', 'hi'],
        areaServed: 'IN',
      },
    }),
  ]
}

interface Question {
  readonly name: string
  readonly answer: string
}

/** A heading of a paper and what stands under it. */
function questionsOf(paper: string): Question[] {
  const source = SOURCES[`../../../content/docs/${locale()}/${paper}.md`]
  if (source === undefined) return []
  const marked = new Marked()
  return fill(source)
    .split(/^#{2,3} /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...rest] = part.split('\n')
      return { name: name.trim(), answer: marked.parse(rest.join('\n').trim(), { async: false }).trim() }
    })
}

export function faqPage(papers: readonly string[]): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  return [
    script({
      '@type': 'FAQPage',
      inLanguage: `${locale()}-IN`,
      mainEntity: papers.flatMap(questionsOf).map(({ name, answer }) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    }),
  ]
}
