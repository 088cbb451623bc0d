/**
 * Who is signed in, in browser storage (spec §4): for good when remembered, else until the browser is closed, in all
 * its tabs, since a share link opens one of its own. Kept small and free of React: the still pages' script reads it too.
 */
import type { User } from '../../core/contract/auth.ts'
import { forgetKept } from './kept.ts'

export interface Session {
  readonly token: string
  readonly user: User
}

const TOKEN = 'token'
const USER = 'user'
/** Set where nobody asked to be remembered: what is stored counts only with the cookie that goes when the browser is closed. */
const UNTIL_CLOSED = 'until-closed'
const OPEN = 'browser-open=1'

const isOpen = (): boolean => document.cookie.split('; ').includes(OPEN)
function markOpen(): boolean {
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the one thing that a browser forgets when it is closed; a cookie store is missing in some
  document.cookie = `${OPEN}; path=/; samesite=lax${isSecure ? '; secure' : ''}`
  return isOpen()
}

const stores = (): Storage[] => {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}

let known: { readonly raw: string; readonly session: Session | null } = { raw: '', session: null }
const listeners = new Set<() => void>()
const tell = () => {
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

export function keepSession(session: Session, remember: boolean): void {
  const [lasting, tab] = stores()
  drop()
  // without cookies it is this tab's alone
  const store = remember || markOpen() ? lasting : tab
  if (!remember && store === lasting) store?.setItem(UNTIL_CLOSED, '1')
  store?.setItem(TOKEN, session.token)
  store?.setItem(USER, JSON.stringify(session.user))
  tell()
}

/** The user as the server has him now, under the token that is kept already. */
export function refreshUser(user: User): void {
  for (const store of stores()) if (store.getItem(TOKEN)) store.setItem(USER, JSON.stringify(user))
  tell()
}

export function clearSession(): void {
  drop()
  tell()
}

function drop(): void {
  forgetKept()
  for (const store of stores()) {
    store.removeItem(TOKEN)
    store.removeItem(USER)
    store.removeItem(UNTIL_CLOSED)
  }
}

/** Calls back on every change, one made in another tab too. Returns the undoing. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
