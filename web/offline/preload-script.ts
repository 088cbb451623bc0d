/**
 * Runs in the head of the app's shell, before the app's code is loaded: requests the opened page's chunks, which the
 * router would request only after its own, and that page's first calls. Built by web/build/preload.ts.
 */
import { callHeaders, REQUEST_TIMEOUT_MS } from '#web/lib/preload.ts'
import { readSession } from '#web/lib/session.ts'

/** Set at build: the files, and which of them each address needs. */
declare const FILES: readonly string[]
declare const PAGES: readonly (readonly [pattern: string, files: readonly number[]])[]
/** The font of the headings, by the language of the address. */
declare const FONTS: Readonly<Record<'en' | 'hi', string>>

function preload(file: string): void {
  const link = document.createElement('link')
  const kind = file.endsWith('.css') ? 'style' : file.endsWith('.woff2') ? 'font' : null
  link.rel = kind ? 'preload' : 'modulepreload'
  if (kind) link.as = kind
  // fonts are fetched so, and one that was preloaded otherwise is fetched again
  if (kind === 'font') link.crossOrigin = 'anonymous'
  link.href = `/assets/${file}`
  document.head.append(link)
}

const path = location.pathname
const language = /^\/hi(?:\/|$)/.test(path) ? 'hi' : 'en'
const page = PAGES.find(([pattern]) => new RegExp(`^${pattern}/?$`).test(path))

// the calls first: they are small, and a browser has few connections to one server
const session = readSession()
if (page && session) {
  const { token } = session
  const headers = callHeaders(token, language)
  const deal = /\/deals\/[\w-]+/.exec(path)
  const ask = (address: string) =>
    [address, fetch(address, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })] as const
  const calls = new Map([ask('/api/auth/user/'), ...(deal ? [ask(`/api${deal[0]}/`)] : [])])
  // The call that takes it handles the rejection; this only prevents an unhandled one.
  for (const call of calls.values()) call.catch(() => undefined)
  window.preloaded = { token, calls }
}
// a font that comes after the first paint is left out by `font-display: optional`, and the next page looks different
if (page) preload(FONTS[language])
for (const file of page?.[1] ?? []) preload(FILES[file] ?? '')
