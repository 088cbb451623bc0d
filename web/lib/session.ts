/**
 * Who is signed in, in browser storage (spec §4): for good when remembered, else until the browser is closed, in all
 * its tabs, since a share link opens one of its own. Small and free of React: the script of prerendered pages reads it too.
 */
import type { User } from '#core/contract/auth.ts'
import { clearOfflineCache, stores } from './offline-cache.ts'

export interface Session {
  readonly token: string
  /** Without phone, email and payment number, which are not stored. */
  readonly user: User
}

const TOKEN = 'token'
const USER = 'user'
/** Set where nobody asked to be remembered: what is stored counts only with the cookie that goes when the browser is closed. */
const UNTIL_CLOSED = 'until-closed'
const isSecure = (): boolean => location.protocol === 'https:'
/** With the prefix, neither a page over http nor another host of the domain can set it. */
const openCookie = (): string => `${isSecure() ? '__Host-' : ''}browser-open=1`

const isOpen = (): boolean => document.cookie.split('; ').includes(openCookie())
function markOpen(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: only a session cookie ends when the browser is closed; some browsers have no cookie store
  document.cookie = `${openCookie()}; path=/; samesite=lax${isSecure() ? '; secure' : ''}`
  return isOpen()
}

/** The pages ask the server for these: on the device they would be anybody's who gets it into their hands. */
const NOT_STORED: Readonly<Record<string, unknown>> = { email: '', phone_number: '', payment_number: null }
const storedUser = (user: User): string =>
  JSON.stringify(user, (key, value) => (key in NOT_STORED ? NOT_STORED[key] : value))

let known: { readonly raw: string; readonly session: Session | null } = { raw: '', session: null }
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** The session now; the same object until it changes. */
export function readSession(): Session | null {
  for (const store of stores()) {
    if (store.getItem(UNTIL_CLOSED) && !isOpen()) drop()
    const token = store.getItem(TOKEN)
    const user = store.getItem(USER)
    if (!token || !user) continue
    if (known.raw !== token + user) known = { raw: token + user, session: parse(token, user) }
    return known.session
  }
  return null
}

function parse(token: string, user: string): Session | null {
  try {
    return { token, user: JSON.parse(user) as User }
  } catch {
    return null
  }
}

export function storeSession(session: Session, remember: boolean): void {
  const [lasting, tab] = stores()
  drop()
  // Without cookies the session is limited to this tab.
  const store = remember || markOpen() ? lasting : tab
  if (!remember && store === lasting) store?.setItem(UNTIL_CLOSED, '1')
  store?.setItem(TOKEN, session.token)
  store?.setItem(USER, storedUser(session.user))
  notifyListeners()
}

/** Replaces the stored user by the server's; the token stays. */
export function refreshUser(user: User): void {
  for (const store of stores()) if (store.getItem(TOKEN)) store.setItem(USER, storedUser(user))
  notifyListeners()
}

export function clearSession(): void {
  drop()
  notifyListeners()
}

/** Where photos of half-filled forms are stored (features/offer/form/photo-draft.ts). */
export const PHOTO_DRAFTS = 'photo-drafts'

function drop(): void {
  clearOfflineCache()
  try {
    indexedDB.deleteDatabase(PHOTO_DRAFTS)
  } catch {
    // Blocked or missing: there is none.
  }
  for (const store of stores()) {
    store.removeItem(TOKEN)
    store.removeItem(USER)
    store.removeItem(UNTIL_CLOSED)
  }
}

/** Calls back on every change, one made in another tab too. Returns the unsubscribe function. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
