/** What the server hands to integrators: button, SDK and guide, and a shop that uses what it was handed. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOST, startApp, testSettings, useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { type Person, person } from '#test/support/people.ts'

const app = useApp()
let seller: Person
beforeAll(async () => {
  seller = await person(app, 'Seller')
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url, headers: { host: HOST, ...headers } })

/** The files of the archive by name. */
async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const reader = extract()
  reader.end(gunzipSync(archive))
  for await (const entry of reader) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    files.set(entry.header.name, Buffer.concat(parts))
  }
  return files
}

/** Plain JavaScript, as a shop would load it. */
interface Sdk {
  readonly Amanat: typeof import('#sdk/index.js').Amanat
}

async function installed(): Promise<Sdk> {
  const { rawPayload } = await get('/sdk.tgz')
  const files = await unpacked(rawPayload)
  const folder = join('build', 'sdk-client')
  await mkdir(folder, { recursive: true })
  for (const [name, content] of files) await writeFile(join(folder, name.replace('package/', '')), content)
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'index.js')).href)
}

/** The application without its socket, as the SDK's fetch. */
async function fetchFromApp(url: unknown, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(String(url))
  const reply = await app.app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: pathname + search,
    headers: { ...(init.headers as Record<string, string>), host: HOST },
    ...(init.body ? { payload: String(init.body) } : {}),
  })
  return new Response(reply.statusCode === 204 ? null : reply.body, { status: reply.statusCode })
}

describe('the SDK', () => {
  it('is a package with the same bytes each time', async () => {
    const [first, second] = [await get('/sdk.tgz'), await get('/sdk.tgz')]
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true)
    expect([...(await unpacked(first.rawPayload)).keys()]).toEqual([
      'package/package.json',
      'package/index.js',
      'package/index.d.ts',
      'package/README.md',
    ])
  })

  it('offers an item with a key of its scope, and is told what the key may not', async () => {
    const { Amanat } = await installed()
    const { key } = await appKey(app, seller, ['links:write'])
    const amanat = new Amanat({ key, baseUrl: `http://${HOST}`, fetch: fetchFromApp as typeof fetch })
    const created = await amanat.links.create({ title: 'Cotton kurta', amount: 900, stock: 3 })
    expect(created).toMatchObject({ amount_paise: 90_000, stock: 3, link: `http://${HOST}/o/${created.id}` })
    expect((await amanat.links.change(created.id, { paused: true })).paused).toBe(true)
    expect((await amanat.links.list()).data).toHaveLength(1)
    await expect(amanat.deals.list()).rejects.toMatchObject({ status: 403, code: 'key_scope' })
    await expect(amanat.links.create({ title: '' })).rejects.toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('the button', () => {
  it('may be loaded by a page of anybody, and nothing else may', async () => {
    const { statusCode, headers, body } = await get('/button.js')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_096)
    expect((await get('/sdk.tgz')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('reads an offer from there, and no other call can be read', async () => {
    const { body } = await app.call('POST', '/api/links', {
      token: seller.token,
      body: { track: 'shopping', title: 'Lamp', amount: 5 },
    })
    const origin = { origin: 'https://shop.example' }
    expect((await get(`/api/links/${body.id}`, origin)).headers['access-control-allow-origin']).toBe('*')
    expect((await get('/api/links/none', origin)).headers['access-control-allow-origin']).toBe('*')
    for (const url of ['/api/policy', '/api/links', '/api/auth/user', '/api/openapi.json'])
      expect((await get(url, origin)).headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('llms.txt', () => {
  it('names what is there, and the sandbox only where it is', async () => {
    const { body, headers } = await get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('POST /api/sandbox/scenario')
    const paths = [...body.matchAll(/\(http:\/\/amanat\.test(\/[\w./]+)\)/g)].map(([, path = '']) => path)
    expect(paths).toHaveLength(4)
    for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 200])
    const real = await startApp({ sandbox: null, settings: { ...testSettings, hasSandbox: false } })
    const guide = await real.app.inject({ url: '/llms.txt', headers: { host: HOST } })
    await real.stop()
    expect(guide.body).not.toContain('andbox')
  })
})
