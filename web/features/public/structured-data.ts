/** What search engines read (schema.org), from content/site.json and the documents. */
import { Marked } from 'marked'
import type { MetaDescriptor } from 'react-router'
import { href, locale } from '#web/lib/locale.ts'
import { documentText, inLanguage, ORIGIN, SITE, siteName } from '#web/lib/site.ts'
import { fill } from './figures.ts'

type JsonLd = Record<string, unknown>

const script = (json: JsonLd): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', ...json } as never,
})

/** An address has to be whole. */
const at = (path: string): string => ORIGIN + path

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

/** A heading of a document and what stands under it. */
function questionsOf(name: string): Question[] {
  const source = documentText(name)
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

export function faqPage(documents: readonly string[]): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  return [
    script({
      '@type': 'FAQPage',
      inLanguage: `${locale()}-IN`,
      mainEntity: documents.flatMap(questionsOf).map(({ name, answer }) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    }),
  ]
}
