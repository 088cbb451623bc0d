/**
 * Runs in the head of the app's shell, before the app's code is loaded: requests the opened page's chunks, which the
 * router would request only after its own, and that page's first calls. Built by web/build/preload.ts.
 */
import { callHeaders, REQUEST_TIMEOUT_MS } from '#web/lib/preload.ts'
import { readSession } from '#web/lib/session.ts'

/** Set at build: the files, and which of them each address needs. */
declare const FILES: readonly string[]
declare const PAGES: readonly (readonly [pattern: string, files: readonly number[]])[]

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.href = `/assets/${file}`
  document.head.append(link)
}

const path = location.pathname
const page = PAGES.find(([pattern]) => new RegExp(`^${pattern}/?$`).test(path))

// the calls first: they are small, and a browser has few connections to one server
const session = readSession()
if (page && session) {
  const { token } = session
  const headers = callHeaders(token, /^\/hi(?:\/|$)/.test(path) ? 'hi' : 'en')
  const deal = /\/deals\/[\w-]+/.exec(path)
  const ask = (address: string) =>
    [address, fetch(address, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })] as const
  const calls = new Map([ask('/api/auth/user/'), ...(deal ? [ask(`/api${deal[0]}/`)] : [])])
  // The call that takes it handles the rejection; this only prevents an unhandled one.
  for (const call of calls.values()) call.catch(() => undefined)
  window.preloaded = { token, calls }
}
for (const file of page?.[1] ?? []) preload(FILES[file] ?? '')
