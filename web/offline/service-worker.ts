/**
 * Keeps the shell and the hashed files of the app, so that it opens without a network. Knows nothing of people: what
 * is under /api/ and /auth/ never passes through it (the page keeps the last seen deals itself, lib/offline-cache.ts).
 *
 * Nobody is trapped on an old version: pages come from the network first, this file is never cached by the browser, and
 * only files whose name carries their hash are answered from memory. So a new one need not hurry: it waits until no page
 * of the old one is open, as browsers do by themselves. One that took over while a page loaded left parts of it hanging.
 */
import { offlinePage } from './offline-page.ts'

/** Put in when it is built: the version of the files, those to keep from the start, and the app's addresses with their scripts. */
declare const VERSION: string
declare const FILES: readonly string[]
declare const APP: readonly (readonly [path: string, script: string])[]

const worker = self as unknown as ServiceWorkerGlobalScope
const NOW = `app-${VERSION}`
const PAGES = 'pages'
const MOST_PAGES = 30
/** The shell is one for all of the app's addresses; it is kept under this one. */
const SHELL = '/login'
const PATIENCE_MS = 4_000

const app = APP.map(([path, script]) => ({
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
  script,
}))
const appPage = (path: string) =>
  path.startsWith('/api/') ? undefined : app.find(({ pattern }) => pattern.test(path))
const isApp = (path: string): boolean => appPage(path) !== undefined

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NOW)
      .then((cache) => cache.addAll([new Request(SHELL, { headers: { accept: 'text/html' } }), ...FILES])),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()))
})

/** One version back stays: a page that the browser brings back by Back may still ask for a part of it. */
async function forgetOld(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== NOW)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // at the sign-out: the next person at this device must not read what is written to the last one
  if (request.method === 'POST' && /^\/api\/auth\/logout\/?$/.test(url.pathname))
    event.waitUntil(forgetPush())
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') return event.respondWith(page(event, url))
  if (url.pathname.startsWith('/assets/') || url.pathname === '/favicon.svg') event.respondWith(file(event))
})

/** A notice from our server, sealed for this browser: one line, and the deal that it opens. */
worker.addEventListener('push', (event) => {
  const { title, path } = (event.data?.json() ?? {}) as { title?: string; path?: string }
  if (!title || !path?.startsWith('/')) return
  // one of a deal takes the place of the one before it
  event.waitUntil(
    worker.registration.showNotification(title, { tag: path, icon: '/favicon.svg', data: path }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

/** In a window of ours that is open, or in a new one. */
async function openPage(path: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) await worker.clients.openWindow(path)
  else await (await open.navigate(path))?.focus()
}

/** The push service tells our server with the next message that the browser is gone. */
async function forgetPush(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe()
}

async function file(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.status === 200) event.waitUntil(keepFile(request, answer.clone()))
  return answer
}

/** A full disk costs the copy, not the page. */
async function keepFile(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(NOW)).put(request, answer)
  } catch {
    // asked for again next time
  }
}

async function page(event: FetchEvent, url: URL): Promise<Response> {
  const fresh = fetch(event.request)
  const cached = await cachedPage(url.pathname)
  try {
    const answer = await (cached ? inTime(fresh) : fresh)
    event.waitUntil(keepPage(url.pathname, answer.clone()))
    return answer
  } catch {
    return cached ?? offlinePage(url.pathname)
  }
}

/** The shell only where the script of its page is there too: the router answers one that is missing with a reload, without end. */
async function cachedPage(path: string): Promise<Response | undefined> {
  const inApp = appPage(path)
  if (!inApp) return caches.match(path, { cacheName: PAGES, ignoreVary: true })
  return (await isHere(inApp.script)) ? caches.match(SHELL, { ignoreVary: true }) : undefined
}

/** With us, or with the browser itself, which has what the first visit loaded before this worker was there. */
async function isHere(script: string): Promise<boolean> {
  if (await caches.match(script, { ignoreVary: true })) return true
  const answer = fetch(script, { cache: 'only-if-cached', mode: 'same-origin' })
  return answer.then(({ ok }) => ok).catch(() => false)
}

/** A network that does not answer is none, once there is something to show instead. */
const inTime = (answer: Promise<Response>): Promise<Response> =>
  Promise.race([
    answer,
    new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error('too slow')), PATIENCE_MS)
    }),
  ])

/** The built public pages only: they hold nothing of anybody. */
async function keepPage(path: string, answer: Response): Promise<void> {
  const isPublic =
    answer.status === 200 && !answer.redirected && !isApp(path) && !/^\/(?:api|auth)\//.test(path)
  const isPage = /^text\/html/.test(answer.headers.get('content-type') ?? '')
  if (!isPublic || !isPage || /no-store/.test(answer.headers.get('cache-control') ?? '')) return
  const cache = await caches.open(PAGES)
  await cache.put(path, answer)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -MOST_PAGES).map((key) => cache.delete(key)))
}
