/** Pages and calls on one port: what is a page, what is a call, what is not there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHARE_SHELL_FILE, SHELL_FILE } from '#core/site-settings.ts'
import { HOST, startApp, type TestApp } from '#test/support/app.ts'
import { offerShopping, person } from '#test/support/people.ts'
import { writtenSite } from '#test/support/site.ts'

const root = mkdtempSync(join(tmpdir(), 'amanat-site-'))
const PAGES = {
  'index.html': '<h1>home</h1><script>1+1</script>',
  'about us/index.html': '<h1>about</h1>',
  '404/index.html': '<h1>lost</h1>',
  'hi/404/index.html': '<h1>नहीं मिला</h1>',
  [SHELL_FILE]: '<div id=app></div>',
  [SHARE_SHELL_FILE]: '<meta property="og:title"><div id=app></div>',
  'sw.js': 'self.version = 1',
  'privacy_policy.md': '## Who we are',
}
let app: TestApp
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'assets', 'a-1.js'), 'export {}')
  mkdirSync(join(root, 'fonts'))
  writeFileSync(join(root, 'fonts', 'a-v1.woff2'), '')
  app = await startApp({
    site: writtenSite(root, PAGES, {
      appPaths: ['/login', '/deals/:form_pk', '/complain/:token', '/link'],
      publicPaths: ['/about us'],
    }),
  })
})
afterAll(async () => {
  await app.stop()
  rmSync(root, { recursive: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = HTML) => app.call('GET', url, { headers })

describe('pages', () => {
  it.each([
    ['/', 200, 'home'],
    ['/about%20us', 200, 'about'],
    ['/about us/', 200, 'about'],
    ['/login', 200, 'id=app'],
    ['/deals/abc', 200, 'id=app'],
    ['/deals/abc/def', 404, 'lost'],
    ['/nope', 404, 'lost'],
    ['/404', 404, 'lost'],
    ['/hi/nope', 404, 'नहीं'],
    ['/..%2f..%2fpackage.json', 404, 'lost'],
  ])('%s is %i', async (url, status, text) => {
    const reply = await get(url)
    expect(reply.status).toBe(status)
    expect(String(reply.body)).toContain(text)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  })
  it('have their documents beside them as they are written', async () => {
    for (const accept of ['text/html,*/*;q=0.8', 'text/markdown', '*/*']) {
      const reply = await get('/privacy_policy.md', { accept })
      expect([reply.status, reply.body]).toEqual([200, '## Who we are'])
      expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8')
    }
    expect((await get('/nope.md')).status).toBe(404)
    expect((await get('/privacy_policy.md/')).status).toBe(200)
  })
  it('are looked at, and take nothing else', async () => {
    for (const url of ['/', '/login', '/deals/abc']) {
      const reply = await app.call('POST', url)
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
    expect((await app.call('POST', '/nope')).status).toBe(404)
  })
  it('allow their own scripts by hash, and no other inline ones', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
  })
  it('come compressed as the browser takes them, and not again when it has them', async () => {
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await app.app.inject({
        url: '/',
        headers: { host: HOST, ...HTML, 'accept-encoding': encoding },
      })
      expect(reply.headers['content-encoding']).toBe(encoding)
      expect(unpack(reply.rawPayload).toString()).toBe(PAGES['index.html'])
    }
    const { headers } = await get('/')
    expect(headers['content-encoding']).toBeUndefined()
    const again = await get('/', { ...HTML, 'if-none-match': String(headers.etag) })
    expect([again.status, again.body]).toEqual([304, undefined])
    expect((await get('/', { ...HTML, 'if-none-match': 'W/"other"' })).status).toBe(200)
    const missing = await get('/nope')
    expect((await get('/nope', { ...HTML, 'if-none-match': String(missing.headers.etag) })).status).toBe(404)
  })
  it('the service worker is a script that browsers ask for each time', async () => {
    const { status, body, headers } = await get('/sw.js', { accept: '*/*' })
    expect([status, body]).toEqual([200, 'self.version = 1'])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
    // it is the policy of what the worker fetches
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';/)
  })
  it('keep hashed files for ever', async () => {
    for (const path of ['/assets/a-1.js', '/fonts/a-v1.woff2'])
      expect((await get(path)).headers['cache-control']).toContain('immutable')
  })
  it('a JSON client never gets a page', async () => {
    const reply = await get('/nope', { accept: 'application/json' })
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    expect((await get('/api/nope')).body.code).toBe('not_found')
  })
})

describe('the share link', () => {
  it('is a page for a browser, without a word of the deal, and a call otherwise', async () => {
    const pair = await offerShopping(app)
    const url = `/api/transactions/shopping/?form_pk=${pair.formPk}`
    const asPage = await get(url)
    expect([asPage.status, asPage.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(asPage.body).toBe(PAGES[SHARE_SHELL_FILE])
    for (const reply of [asPage, await get(url, { accept: 'application/json' })]) {
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(String(reply.headers.vary)).toContain('Accept, Authorization')
    }
    expect((await get(url, { accept: 'application/json' })).status).toBe(401)
    expect((await get(url, { accept: '*/*' })).status).toBe(401)
    expect((await get(url, { accept: 'text/html;q=0.5, application/json' })).status).toBe(401)
  })
})

describe('/api/verify', () => {
  const ask = (code: string) => app.call('GET', `/api/verify?code=${encodeURIComponent(code)}`)
  it('says of a link of ours that it is genuine, its stage, and nothing of its people', async () => {
    const { formPk } = await offerShopping(app)
    const own = 'http://amanat.test'
    for (const code of [
      formPk,
      ` ${own}/deals/${formPk} `,
      `${own}/api/transactions/shopping/?form_pk=${formPk}`,
      `${own}/hi/verify?code=${formPk}`,
    ]) {
      const { status, body } = await ask(code)
      expect([status, Object.keys(body).sort()]).toEqual([200, ['genuine', 'made_at', 'status', 'track']])
      expect(body).toMatchObject({ genuine: true, track: 'shopping', status: 'proposed' })
    }
  })
  it('says of an offer link what its page shows to anybody, and nothing of the deals made by it', async () => {
    const seller = await person(app, 'Seller')
    const body = { track: 'shopping', title: 'Steel tiffin', amount: 800, details: 'Three parts.' }
    const { id } = (await app.call('POST', '/api/links', { token: seller.token, body })).body
    const buyer = await person(app, 'Buyer')
    expect((await app.call('POST', `/api/links/${id}/take`, { token: buyer.token })).status).toBe(201)
    const offer = { title: 'Steel tiffin', shop: seller.business, amount: 800, amount_paise: 80_000 }
    for (const path of [`/o/${id}`, `/hi/o/${id}/?utm_source=bio`])
      expect((await ask(`http://amanat.test${path}`)).body, path).toEqual({ genuine: true, offer })
    expect((await ask(`http://amanat.test/o/${'A'.repeat(24)}`)).body).toEqual({ genuine: false })
    expect((await ask(`http://evil.example/o/${id}`)).body).toEqual({ genuine: false })
  })
  it('says of another page of ours that it is genuine, whatever token its address has, and of no other path', async () => {
    for (const [path, genuine] of [
      ['/login?next=https://evil.example', true],
      ['/complain/never-mailed', true],
      ['/link#not_me.never-mailed', true],
      ['/hi/about%20us', true],
      ['/pay/shop@upi', false],
      ['/api/links/a/photos/b', false],
    ] as const)
      expect((await ask(`http://amanat.test${path}`)).body, path).toEqual({ genuine })
    expect((await ask('http://evil.example/login')).body).toEqual({ genuine: false })
  })
  it('says of everything else no more than that it is not', async () => {
    const { formPk } = await offerShopping(app)
    for (const code of [
      'A'.repeat(24),
      `http://amanat.test/api/transactions/services/?form_pk=${formPk}`,
      `http://evil.example/deals/${formPk}`,
      `http://amanat.test@evil.example/deals/${formPk}`,
      `javascript://amanat.test/deals/${formPk}`,
    ])
      expect((await ask(code)).body, code).toEqual({ genuine: false })
  })
})
