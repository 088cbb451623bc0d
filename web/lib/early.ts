/**
 * What the shell asks for before its code has come (web/early.ts): a page's first calls, each taken once by the call
 * that would have asked the same.
 */
interface Early {
  readonly token: string
  readonly calls: Map<string, Promise<Response>>
}
declare global {
  interface Window {
    early?: Early
  }
}

/** On a phone that lost its network a request may hang for ever. */
export const PATIENCE_MS = 30_000

/** Headers of every call; the early ones are the same calls. */
export const callHeaders = (token: string | undefined, language: string): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': language,
  ...(token ? { Authorization: `Token ${token}` } : {}),
})

/** Another session's answers are nobody's here. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const early = globalThis.window?.early
  const call = early?.calls.get(address)
  early?.calls.delete(address)
  return early?.token === token ? call : undefined
}
