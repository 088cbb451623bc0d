/**
 * Renders and compresses the site when the server starts, in a thread of its own: the pages' code takes memory, which
 * goes with the thread, and PostgreSQL starts at the same time. Built to build/site/worker.js, beside what it reads.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import type { Locale } from '#core/locale.ts'
import {
  changedSentences,
  type PlacedChange,
  type PlacedSentence,
  type PolicyComparison,
} from '#core/sentence-changes.ts'
import { type RenderedFile, type RenderedSite, SHELL_FILE, type SiteSettings } from '#core/site-settings.ts'
import { PRELOAD_PLACEHOLDER } from '#web/lib/preload.ts'
import type { changedDealPages } from './deal-sentences.tsx'
import type { formSentences } from './form-sentences.tsx'
import { sentencesOf } from './page-sentences.ts'
import type { renderPages } from './render-pages.ts'

interface PagesBundle extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & {
      readonly renderPages: typeof renderPages
      readonly changedDealPages: typeof changedDealPages
      readonly formSentences: typeof formSentences
    }
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** The highest quality takes twenty times as long for a tenth of the bytes, and the start would wait for it. */
const BROTLI_QUALITY = 6

const beside = (name: string): URL => new URL(name, import.meta.url)
const read = (name: string): string => readFileSync(beside(name), 'utf8')

async function compressed(name: string, text: string): Promise<RenderedFile> {
  const body = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, zipped] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })])
  return { name, body, br, gzip: zipped }
}

/** Browsers look for a new service worker by its bytes: a changed shell must change them. */
function serviceWorker(shell: string): string {
  const version = createHash('sha256').update(shell).digest('hex').slice(0, 8)
  return read('sw.js').replaceAll('%SHELL%', version)
}

async function loadPages(settings: SiteSettings): Promise<PagesBundle> {
  // before the pages are loaded: they read it once
  globalThis.siteSettings = settings
  return (await import(beside('pages.js').href)) as PagesBundle
}

async function renderSite(settings: SiteSettings): Promise<RenderedSite> {
  const bundle = await loadPages(settings)
  const { pages, publicPaths, appPaths } = await bundle.entry.module.renderPages(bundle)
  const preload = read('preload.js')
  const texts = new Map(
    pages.map(({ name, html }) => [name, html.replace(PRELOAD_PLACEHOLDER, () => preload)] as const),
  )
  texts.set('sw.js', serviceWorker(texts.get(SHELL_FILE) ?? ''))
  const files = await Promise.all([...texts].map(([name, text]) => compressed(name, text)))
  return { files, publicPaths, appPaths }
}

/** With the pages as they are served. */
interface PageComparison extends PolicyComparison {
  readonly pages: readonly Pick<RenderedFile, 'name' | 'body'>[]
}

const PAGE = /^(hi\/)?(?:(.*)\/)?index\.html$/

/** Of public pages alone: the app's shells have no text of their own. */
function pageSentences(name: string, html: string): PlacedSentence[] {
  const match = PAGE.exec(name)
  if (!match) return []
  const locale: Locale = match[1] ? 'hi' : 'en'
  const place = `/${match[2] ?? ''}`
  return sentencesOf(html, locale).map((text) => ({ place, locale, text }))
}

async function compare(
  settings: SiteSettings,
  { pages, before, after, now, deals }: PageComparison,
): Promise<PlacedChange[]> {
  const bundle = await loadPages({ ...settings, policy: after })
  const { changedDealPages, formSentences, renderPages } = bundle.entry.module
  const rendered = await renderPages(bundle)
  const served = pages.flatMap(({ name, body }) => pageSentences(name, Buffer.from(body).toString('utf8')))
  const changes = changedSentences(
    [...(await formSentences(before, now)), ...served],
    [
      ...(await formSentences(after, now)),
      ...rendered.pages.flatMap(({ name, html }) => pageSentences(name, html)),
    ],
  )
  return [...changes, ...(await changedDealPages(deals.before, deals.after))]
}

interface RenderTask {
  readonly settings: SiteSettings
  /** Left out: the site is rendered. */
  readonly comparison?: PageComparison
}

const { settings, comparison } = workerData as RenderTask
parentPort?.postMessage(await (comparison ? compare(settings, comparison) : renderSite(settings)))
