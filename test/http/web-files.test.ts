/** What robots, search engines and launchers are told; it depends on the operator's name and address. */
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHELL_FILE } from '#core/site-settings.ts'
import { useApp } from '#test/support/app.ts'
import { writtenSite } from '#test/support/site.ts'

const app = useApp({
  site: writtenSite(
    resolve('public'),
    { [SHELL_FILE]: '<div id=app></div>' },
    {
      appPaths: ['/login'],
      publicPaths: ['/', '/about us', '/about-us', '/faq', '/404', '/hi', '/hi/faq', '/hi/404'],
    },
  ),
})
const get = (url: string) => app.call('GET', url, { headers: { accept: '*/*' } })

describe('the sitemap', () => {
  it('lists each public page once per language, whole, with its twin', async () => {
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    const places = [...String(body).matchAll(/<loc>([^<]+)</g)].map(([, place]) => place)
    expect(places).toEqual([
      'http://amanat.test/',
      'http://amanat.test/hi',
      'http://amanat.test/about-us',
      'http://amanat.test/hi/about-us',
      'http://amanat.test/faq',
      'http://amanat.test/hi/faq',
    ])
    expect(body).toContain('hreflang="hi" href="http://amanat.test/hi/faq"')
  })
})

it('robots find the sitemap, keep out of deals, and may preview a share link', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  const lines = String(body).split('\n')
  expect(lines).toContain('Sitemap: http://amanat.test/sitemap.xml')
  expect(lines).toContain('Disallow: /deals')
  expect(lines).toContain('Allow: /api/transactions/')
})

it('pages of the app are not for search engines', async () => {
  const reply = await app.call('GET', '/login', { headers: { accept: 'text/html' } })
  expect(reply.headers['x-robots-tag']).toBe('noindex')
})

describe('/.well-known/security.txt', () => {
  const DAY_MS = 86_400_000
  const read = async () => {
    const { body, headers, status } = await get('/.well-known/security.txt')
    const fields = String(body)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2))
    return { fields, headers, status }
  }

  it('names whom to tell, from the operator’s contacts', async () => {
    const { fields, headers, status } = await read()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(fields.filter(([name]) => name !== 'Expires')).toEqual([
      ['Contact', 'mailto:help@example.com'],
      ['Contact', 'http://amanat.test/grievance'],
      ['Preferred-Languages', 'en, hi'],
      ['Canonical', 'http://amanat.test/.well-known/security.txt'],
    ])
  })

  it('is good for half a year, and says so once', async () => {
    const { fields } = await read()
    const [expires, ...others] = fields.filter(([name]) => name === 'Expires').map(([, value]) => value ?? '')
    expect(others).toEqual([])
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const days = (Date.parse(expires ?? '') - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(179)
    expect(days).toBeLessThan(181)
  })
})

describe('the manifest', () => {
  it.each([
    ['/manifest.webmanifest', 'Amanat', 'en-IN', '/deals'],
    ['/hi/manifest.webmanifest', 'अमानत', 'hi-IN', '/hi/deals'],
  ])('%s is %s', async (url, name, lang, start_url) => {
    const { body, headers } = await get(url)
    expect(headers['content-type']).toContain('application/manifest+json')
    const manifest = typeof body === 'string' ? JSON.parse(body) : body
    expect(manifest).toMatchObject({ id: '/', name, lang, start_url, display: 'standalone' })
    const purposes = manifest.icons.map(
      (icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`,
    )
    expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  })
})
