/**
 * The last seen deals, to be read without a network. The page keeps them itself, in the very storage that holds the
 * session, under the user's id: they go with the session, and another user's are never
 * read. Only two calls are kept; share links and previews are not among them. Free of React: session.ts imports it.
 */
const PREFIX = 'kept:'
const KEPT_CALL = /^\/api\/deals\/(?:[\w-]+\/)?(?:\?page=1(?:&(?:page_size|show)=\w+)*)?$/
/** A deal is about 20 KB, storage about 5 MB. */
const MOST = 25

interface Kept {
  readonly at: number
  readonly answer: unknown
}

export const isKeptCall = (method: string, address: string): boolean =>
  method === 'GET' && KEPT_CALL.test(address)

const stores = (): Storage[] => {
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

export function keep(userId: number, address: string, answer: unknown): void {
  const store = storeOf()
  if (!store) return
  const text = JSON.stringify({ at: Date.now(), answer } satisfies Kept)
  try {
    store.setItem(nameOf(userId, address), text)
    dropOldest(store)
  } catch {
    // Full: reading offline is a help, not a promise.
    forgetKept()
  }
}

function dropOldest(store: Storage): void {
  const keys = keysOf(store)
  if (keys.length <= MOST) return
  const ages = keys.map((key) => ({ key, at: parse(store.getItem(key))?.at ?? 0 }))
  for (const { key } of ages.sort((a, b) => a.at - b.at).slice(0, keys.length - MOST)) store.removeItem(key)
}

export const recall = (userId: number, address: string): Kept | null =>
  parse(storeOf()?.getItem(nameOf(userId, address)) ?? null)

function parse(text: string | null): Kept | null {
  try {
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}

/** At sign-out, at an expired session, and when another user signs in. */
export function forgetKept(): void {
  for (const store of stores()) for (const key of keysOf(store)) store.removeItem(key)
}
