/**
 * Runs in the head of the app's shell, before its code has come: asks for the parts of the page that is opened, which
 * the router would find only after its own, and for that page's first calls. Built into the shell by
 * scripts/setup/early.mjs.
 */
import { callHeaders, PATIENCE_MS } from './lib/early.ts'
import { readSession } from './lib/session.ts'

/** Put in when it is built: the files, and by which address which of them are needed. */
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
    [address, fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })] as const
  const calls = new Map([ask('/api/auth/user/'), ...(deal ? [ask(`/api${deal[0]}/`)] : [])])
  // whoever takes it hears of its failure
  for (const call of calls.values()) call.catch(() => undefined)
  window.early = { token, calls }
}
for (const file of page?.[1] ?? []) preload(FILES[file] ?? '')
