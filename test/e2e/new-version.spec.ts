/** A new build while pages are open: it takes over by itself, and a page of the old one still finds its parts. */
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** The server as if it had been built anew `build` times; old parts are gone from it, as after a deployment. */
class Rebuilt {
  build = 0
  gone = ''
  readonly #version: string
  readonly #server: Server

  constructor(base: URL, version: string) {
    this.#version = version
    this.#server = createServer((incoming, answer) => {
      if (this.gone !== '' && incoming.url === this.gone) return answer.writeHead(404).end()
      const { 'if-none-match': _, 'if-modified-since': __, ...rest } = incoming.headers
      const headers = { ...rest, host: base.host, 'accept-encoding': 'identity' }
      incoming.pipe(
        request(base, { method: incoming.method, path: incoming.url, headers }, (given) => {
          if (incoming.url !== '/sw.js') {
            answer.writeHead(given.statusCode ?? 500, given.headers)
            return given.pipe(answer)
          }
          let text = ''
          given.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          given.on('end', () => {
            const { 'content-length': _length, etag: _etag, ...rest } = given.headers
            answer.writeHead(200, rest).end(text.replaceAll(this.#version, this.name))
          })
        }),
      )
    })
  }

  get name(): string {
    return this.build === 0 ? this.#version : `${this.#version}-${this.build}`
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const versions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app-')))

/**
 * Waits until the browser itself has made the new worker the active one, without a page of the app: each page opened to
 * look would be one of the old version, and start the browser's wait for the old worker to be idle (up to half a minute)
 * anew.
 */
async function untilActive(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions: updates }) => {
    for (const { versionId, scriptURL, status } of updates)
      if (scriptURL.startsWith(origin)) states.set(versionId, status)
  })
  await session.send('ServiceWorker.enable')
  const alive = () => [...states.values()].filter((state) => state !== 'redundant')
  await expect.poll(alive, { timeout: 90_000 }).toEqual(['activated'])
  await session.detach()
}

test('a page of the old version keeps working while a new version is deployed', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const base = new URL(baseURL ?? '')
  const worker = await (await fetch(new URL('/sw.js', base))).text()
  const version = /app-([0-9a-f]{16})/.exec(worker)?.[1]
  expect(version, 'the version in the built worker').toBeTruthy()
  const rebuilt = new Rebuilt(base, version ?? '')
  const origin = await rebuilt.listen()
  const context = await browser.newContext()
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(error.error().message))
  try {
    const old = await context.newPage()
    await old.goto(`${origin}/login`)
    await old.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect.poll(() => versions(old)).toEqual([`app-${rebuilt.name}`])
    const part = await old.evaluate(
      () =>
        performance.getEntriesByType('resource').find(({ name }) => /\/assets\/.*\.js$/.test(name))?.name ??
        '',
    )
    const first = rebuilt.name

    rebuilt.build = 1
    rebuilt.gone = new URL(part).pathname
    await old.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => versions(old)).toEqual([`app-${first}`, `app-${rebuilt.name}`])
    // the page of the old version is still open: its part is no longer on the server, and is found
    expect(await old.evaluate(async (url) => (await fetch(url)).status, part)).toBe(200)
    await old.goto(`${origin}/faq`)
    await expect(old.locator('h1')).toBeVisible()
    const blank = await context.newPage()
    await old.close()

    // nobody has the old one open: the next page is the new one's, and the one before the last is forgotten
    const second = rebuilt.name
    await untilActive(blank, origin)
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    rebuilt.gone = ''
    rebuilt.build = 2
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => versions(page)).toEqual([`app-${first}`, `app-${second}`, `app-${rebuilt.name}`])
    await page.close()
    await untilActive(blank, origin)
    const last = await context.newPage()
    await last.goto(`${origin}/login`)
    expect(await versions(last)).toEqual([`app-${second}`, `app-${rebuilt.name}`])
    await expect(last.locator('h1')).toBeVisible()
    expect(faults).toEqual([])
  } finally {
    await context.close()
    rebuilt.close()
  }
})
