/** Pages and calls on one port: what is a page, what is a call, what is not there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { offerShopping } from '../support/people.ts'

const root = mkdtempSync(join(tmpdir(), 'amanat-site-'))
const put = (path: string, text: string) => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
let app: TestApp
beforeAll(async () => {
  put('pages.json', JSON.stringify({ app: ['/login', '/deals/:form_pk'] }))
  put('client/index.html', '<h1>home</h1><script>1+1</script>')
  put('client/about us/index.html', '<h1>about</h1>')
  put('client/404/index.html', '<h1>lost</h1>')
  put('client/hi/404/index.html', '<h1>नहीं मिला</h1>')
  put('client/__spa-fallback.html', '<div id=app></div>')
  put('client/assets/a-1.js', 'export {}')
  app = await startApp({ siteDir: join(root, 'client') })
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
    ['/..%2f..%2fpages.json', 404, 'lost'],
  ])('%s is %i', async (url, status, text) => {
    const reply = await get(url)
    expect(reply.status).toBe(status)
    expect(String(reply.body)).toContain(text)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  })
  it('allow their own scripts by hash, and no other inline ones', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
  })
  it('keep hashed files for ever', async () => {
    expect((await get('/assets/a-1.js')).headers['cache-control']).toContain('immutable')
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
    expect(String(asPage.body)).not.toContain('Phone')
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
