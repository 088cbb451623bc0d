/**
 * The last loaded deals, readable without a network. They are in the storage that holds the session, under the user's
 * id, so that they are deleted with the session and never read by another user. Two endpoints are cached; share links
 * and previews are not. Free of React: session.ts imports it.
 */
const PREFIX = 'cached:'
const CACHEABLE_CALL = /^\/api\/deals\/(?:[\w-]+\/)?(?:\?page=1(?:&(?:page_size|show)=\w+)*)?$/
/** A deal is about 20 KB, storage about 5 MB. */
const MAX_RESPONSES = 25

interface CachedResponse {
  readonly at: number
  readonly answer: unknown
}

export const isCacheable = (method: string, address: string): boolean =>
  method === 'GET' && CACHEABLE_CALL.test(address)

/** Both storages; none where the browser blocks them, which it does by throwing. */
export const stores = (): Storage[] => {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
const keysOf = (store: Storage): string[] => Object.keys(store).filter((key) => key.startsWith(PREFIX))
const nameOf = (userId: number, address: string): string => `${PREFIX}${userId}:${address}`

/** In the storage where the session's token is; nowhere without a session. */
function storeOf(): Storage | undefined {
  return stores().find((store) => store.getItem('token') !== null)
}

export function saveResponse(userId: number, address: string, answer: unknown): void {
  const store = storeOf()
  if (!store) return
  const text = JSON.stringify({ at: Date.now(), answer } satisfies CachedResponse)
  try {
    store.setItem(nameOf(userId, address), text)
    dropOldest(store)
  } catch {
    // Storage is full: start over rather than fail the page, which has its answer.
    clearOfflineCache()
  }
}

function dropOldest(store: Storage): void {
  const keys = keysOf(store)
  if (keys.length <= MAX_RESPONSES) return
  const ages = keys.map((key) => ({ key, at: parse(store.getItem(key))?.at ?? 0 }))
  for (const { key } of ages.sort((a, b) => a.at - b.at).slice(0, keys.length - MAX_RESPONSES))
    store.removeItem(key)
}

export const readResponse = (userId: number, address: string): CachedResponse | null =>
  parse(storeOf()?.getItem(nameOf(userId, address)) ?? null)

function parse(text: string | null): CachedResponse | null {
  try {
    return text === null ? null : (JSON.parse(text) as CachedResponse)
  } catch {
    return null
  }
}

/** At sign-out, at an expired session, and when another user signs in. */
export function clearOfflineCache(): void {
  for (const store of stores()) for (const key of keysOf(store)) store.removeItem(key)
}
