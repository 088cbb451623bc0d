import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

/** A browser that remembers for the life of its page which module could not be fetched, as old Chromiums do. */
function oldBrowser() {
  const broken = new Set<string>()
  const remembered = new Map<string, boolean>()
  const fetched: string[] = []
  const links: { rel: string; href: string }[] = []
  const asElement = (link: { rel: string; href: string }) => ({ ...link, getAttribute: () => link.href })
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) =>
      links.filter(({ rel }) => !selector.includes('stylesheet') || rel === 'stylesheet').map(asElement),
    createElement: () => ({
      addEventListener(event: string, done: () => void) {
        if (event === 'load') queueMicrotask(done)
      },
    }),
    head: { append: (link: { rel: string; href: string }) => links.push(link) },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    if (broken.has(address)) throw new TypeError('Failed to fetch')
    return new Response('')
  })
  const importModule = async (address: string) => {
    const isThere = remembered.get(address) ?? !broken.has(address)
    remembered.set(address, isThere)
    if (!isThere) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`)
    return address
  }
  return { broken, fetched, importModule, links }
}

describe('a part of a page in an old browser', () => {
  let browser: ReturnType<typeof oldBrowser>
  beforeEach(() => {
    browser = oldBrowser()
  })
  const load = (name: string, ...others: string[]) =>
    loadChunk(() => browser.importModule(`/assets/${name}.js`), [`assets/${name}.js`, ...others])

  it('comes when it is asked for again', async () => {
    browser.broken.add('/assets/first.js')
    await expect(load('first')).rejects.toThrow('Failed to fetch')
    await expect(load('first')).rejects.toThrow('Failed to fetch')
    browser.broken.clear()
    await expect(load('first')).resolves.toBe('/assets/first.js')
  })

  it('comes though it was a part of that part that had failed', async () => {
    browser.broken.add('/assets/words.js')
    await expect(load('second', 'assets/words.js')).rejects.toThrow('Failed to fetch')
    browser.broken.clear()
    await expect(load('second', 'assets/words.js')).resolves.toBe('/assets/second.js')
  })

  it('is not imported when the server has another answer than the file', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
    await expect(load('third')).rejects.toThrow('503')
    vi.stubGlobal('fetch', async () => new Response(''))
    await expect(load('third')).resolves.toBe('/assets/third.js')
  })

  it('has its style applied, also one that was only preloaded, once', async () => {
    browser.links.push(
      { rel: 'preload', href: '/assets/part.css' },
      { rel: 'stylesheet', href: '/assets/page.css' },
    )
    await load('sixth', 'assets/part.css', 'assets/page.css')
    await load('seventh', 'assets/part.css')
    expect(browser.links.filter(({ rel }) => rel === 'stylesheet').map(({ href }) => href)).toEqual([
      '/assets/page.css',
      '/assets/part.css',
    ])
  })

  it('asks once for what has come', async () => {
    await Promise.all([load('fourth', 'assets/shared.js'), load('fifth', 'assets/shared.js')])
    await load('fourth', 'assets/shared.js')
    expect(browser.fetched).toEqual(['/assets/fourth.js', '/assets/shared.js', '/assets/fifth.js'])
  })
})
