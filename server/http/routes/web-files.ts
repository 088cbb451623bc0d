/** Files that need the operator's name or the site's own address: robots.txt, security.txt, the sitemap, the manifests. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LOCALES, type Locale } from '#core/locale.ts'
import { DAY_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { escapeHtml } from '#server/lib/html.ts'
import { companyProfile } from '#server/mail/company-profile.ts'

/** For those who look for pages. Deals are nobody's to find; their links must stay open to link previews. */
const ROBOTS = [
  'User-agent: *',
  'Allow: /api/transactions/',
  ...['/api/', '/auth/', '/deals', '/account', '/admin', '/password/'].flatMap((path) => [
    `Disallow: ${path}`,
    ...(/^\/a(?:pi|uth)\//.test(path) ? [] : [`Disallow: /hi${path}`]),
  ]),
]

export function webFileRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { publicUrl } = deps.settings
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'public, max-age=3600')
      .serializer((value: unknown) => value as string)
      .send(body)
  const hidden = { schema: { hide: true } }

  app.get('/robots.txt', hidden, (_request, reply) =>
    send(reply, 'text/plain', `${[...ROBOTS, '', `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`),
  )
  app.get(SECURITY_TXT, hidden, (_request, reply) =>
    send(reply, 'text/plain', securityText(publicUrl, Date.now())),
  )
  app.get('/sitemap.xml', hidden, (_request, reply) =>
    send(reply, 'application/xml', sitemap(publicUrl, listedPaths(deps.site?.rendered.publicPaths ?? []))),
  )
  for (const locale of LOCALES)
    app.get(
      locale === 'en' ? '/manifest.webmanifest' : '/hi/manifest.webmanifest',
      hidden,
      (_request, reply) => send(reply, 'application/manifest+json', JSON.stringify(manifest(locale))),
    )
}

const SECURITY_TXT = '/.well-known/security.txt'
/** RFC 9116 asks for less than a year. A copy that nobody serves any more runs out by then. */
const SECURITY_TXT_DAYS = 180

/** Whom to tell of a vulnerability: the operator's contacts (docs/security.md). */
function securityText(publicUrl: string, nowMs: number): string {
  const { email } = companyProfile()
  const expires = new Date(nowMs + SECURITY_TXT_DAYS * DAY_MS)
  return [
    // encoded: a space or a line break of the operator's file would end the field
    `Contact: mailto:${encodeURI(email)}`,
    `Contact: ${publicUrl}/grievance`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${publicUrl}${SECURITY_TXT}`,
    '',
  ].join('\n')
}

/** English addresses of the public pages; one address per page, and no 404. */
const listedPaths = (publicPaths: readonly string[]): string[] =>
  publicPaths.filter((path) => !/^\/hi(?:\/|$)|\/404$|\/o$| /.test(path))

function sitemap(origin: string, paths: readonly string[]): string {
  const whole = (path: string, locale: Locale) =>
    escapeHtml(`${origin}${encodeURI(locale === 'hi' ? `/hi${path === '/' ? '' : path}` : path)}`)
  const links = (path: string) =>
    LOCALES.map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${whole(path, locale)}"/>`,
    ).join('')
  const urls = paths.flatMap((path) =>
    LOCALES.map((locale) => `<url><loc>${whole(path, locale)}</loc>${links(path)}</url>`),
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  )
}

const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose })

function manifest(locale: Locale) {
  const home = locale === 'hi' ? '/hi' : ''
  const name = companyProfile().name[locale]
  return {
    id: '/',
    name,
    short_name: name,
    description: m.manifest_description({}, { locale }),
    lang: `${locale}-IN`,
    dir: 'ltr',
    start_url: `${home}/deals`,
    scope: '/',
    display: 'standalone',
    background_color: '#fbf8f2',
    theme_color: '#fbf8f2',
    categories: ['finance', 'shopping', 'business'],
    icons: [
      icon('/icons/icon-192.png', '192x192', 'any'),
      icon('/icons/icon-512.png', '512x512', 'any'),
      icon('/icons/maskable-192.png', '192x192', 'maskable'),
      icon('/icons/maskable-512.png', '512x512', 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      { name: m.nav_my_deals({}, { locale }), url: `${home}/deals` },
      { name: m.verify_title({}, { locale }), url: `${home}/verify` },
    ],
  }
}
