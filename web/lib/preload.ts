/**
 * A page's first calls, sent by the shell before its code is loaded (web/offline/preload-script.ts). Each is used once,
 * by the call with the same address.
 */
interface Preloaded {
  readonly token: string
  readonly calls: Map<string, Promise<Response>>
}
declare global {
  interface Window {
    preloaded?: Preloaded
  }
}

/** In the shell as React draws it; the renderer puts the script in its place. */
export const PRELOAD_PLACEHOLDER = '/*preload*/'

/** On a phone that lost its network a request may hang for ever. */
export const REQUEST_TIMEOUT_MS = 30_000

/**
 * Headers of every call, preloaded or not: the answers must be interchangeable. A refusal of a read comes under 200, or the
 * browser would write an error into its console where a page has words for it; writes have no such preference.
 */
export const callHeaders = (token: string | undefined, language: string): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': language,
  Prefer: 'refusal=body',
  ...(token ? { Authorization: `Token ${token}` } : {}),
})

/** Answers loaded under another session's token are dropped. */
export function takePreloaded(address: string, token: string | undefined): Promise<Response> | undefined {
  const preloaded = globalThis.window?.preloaded
  const call = preloaded?.calls.get(address)
  preloaded?.calls.delete(address)
  return preloaded?.token === token ? call : undefined
}
