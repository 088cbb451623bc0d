/** What a browser has to load, of the built pages, against the bars that we set (brotli, as it goes over the wire). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '#server/http/site/open-site.ts'
import { builtSite, textOf } from '#test/support/site.ts'
import { publicPaths } from '#web/pages.ts'

const CLIENT = 'build/client'
const KB = 1024

interface Part {
  readonly id: string
  readonly module: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const sizes = new Map<string, number>()
/** As it is sent: compressed at the build or at the start, or here; fonts and pictures as they are. */
function sizeOf(path: string): number {
  const cached = sizes.get(path)
  if (cached !== undefined) return cached
  const file = CLIENT + path
  const size = existsSync(`${file}.br`)
    ? statSync(`${file}.br`).size
    : /\.(?:js|css|html|svg)$/.test(file)
      ? brotliCompressSync(readFileSync(file)).length
      : statSync(file).size
  sizes.set(path, size)
  return size
}
const sum = (paths: Iterable<string>): number => [...paths].reduce((total, path) => total + sizeOf(path), 0)

let site: Site
beforeAll(async () => {
  site = await builtSite({})
  for (const { name, br } of site.rendered.files) sizes.set(`/${name}`, br.length)
})
const htmlOf = (page: string): string => textOf(site, page.slice(1))

const pages = (): string[] =>
  publicPaths().map((path) => (path === '/' ? '/index.html' : `${path}/index.html`))

const scriptsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/<script[^>]*\bsrc="([^"]+)"/g)].map(([, src = '']) => src))
const loadedBy = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/<(?:script|link|img)[^>]*\b(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, src = '']) => src,
    ),
  )

/** A module with everything that it imports, to the end; not what it loads later on demand. */
function closure(paths: readonly string[]): Set<string> {
  const all = new Set<string>()
  const add = (path: string): void => {
    if (all.has(path)) return
    all.add(path)
    const text = readFileSync(CLIENT + path, 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      add(`/assets/${name}`)
  }
  paths.forEach(add)
  return all
}

function routes(): Map<string, Set<string>> {
  const name = readdirSync(`${CLIENT}/assets`).find((file) => /^manifest-.*\.js$/.test(file))
  const text = readFileSync(`${CLIENT}/assets/${name}`, 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, '')) as {
    entry: Part
    routes: Record<string, Part>
  }
  const always = [manifest.entry, manifest.routes.root, manifest.routes['en:app']].flatMap((part) =>
    part ? [part.module, ...(part.imports ?? [])] : [],
  )
  return new Map(
    Object.values(manifest.routes).map((part) => [
      part.id,
      closure([`/assets/${name}`, ...always, part.module, ...(part.imports ?? [])]),
    ]),
  )
}

describe('the public pages', () => {
  it.each(pages())('%s has at most 15 KB of script', (page) => {
    const html = htmlOf(page)
    expect(sum(scriptsOf(html))).toBeLessThanOrEqual(15 * KB)
  })

  it.each(['/index.html', '/hi/index.html'])('%s is at most 130 KB, all in', (page) => {
    const html = htmlOf(page)
    expect(sizeOf(page) + sum(loadedBy(html)) + sizeOf('/favicon.svg')).toBeLessThanOrEqual(130 * KB)
  })
})

describe('the app', () => {
  // the bar of the look is 170, and 220 for the forms: these are what is reached, so that growth is seen
  it.each([
    ['en:/login', 155],
    ['en:/register', 155],
    ['en:/api/transactions/shopping', 150],
    ['en:/api/transactions/services', 150],
    ['en:/deals', 143],
    ['en:/deals/:form_pk', 144],
    ['en:/account', 165],
    ['en:/shopping/form', 182],
    ['en:/services/form', 182],
  ])('%s loads at most %i KB of script', (route, most) => {
    const files = routes().get(route)
    expect(files, `no route ${route}`).toBeDefined()
    expect(sum(files ?? [])).toBeLessThanOrEqual(most * KB)
  })

  it('has a deal in few files, and with what comes after it within the bar too', () => {
    const files = routes().get('en:/deals/:form_pk') ?? new Set()
    expect(files.size).toBeLessThanOrEqual(12)
    const later = readdirSync(`${CLIENT}/assets`)
      .filter((file) => /^(?:deal-later|bell|dispute-panel)-.*\.js$/.test(file))
      .map((file) => `/assets/${file}`)
    expect(later.length).toBe(3)
    expect(sum(closure([...files, ...later]))).toBeLessThanOrEqual(158 * KB)
  })

  it.each(['/deals', '/deals/:form_pk', '/api/transactions/shopping'])(
    '%s, which asks for nothing to be typed, loads no rules of fields',
    (path) => {
      const files = [...(routes().get(`en:${path}`) ?? [])]
      expect(files.length).toBeGreaterThan(5)
      expect(files.filter((file) => /\/(?:zod|fields)-/.test(file))).toEqual([])
    },
  )

  it('loads the team’s console nowhere else', () => {
    const all = routes()
    const isTeams = (id: string): boolean => /:\/admin/.test(id)
    const elsewhere = new Set([...all].flatMap(([id, files]) => (isTeams(id) ? [] : [...files])))
    const own = [...all].filter(([id]) => isTeams(id))
    expect(own.length).toBeGreaterThan(0)
    for (const [id, files] of own)
      expect(
        [...files].filter((file) => !elsewhere.has(file)).length,
        `${id} has no part of its own`,
      ).toBeGreaterThan(0)
    expect([...elsewhere].filter((file) => /datatable/i.test(file))).toEqual([])
  })
})
