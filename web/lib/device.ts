/**
 * A random id of this browser, kept over sign-outs: the server knows by it that this device has signed in to an account
 * before, and does not make it wait for the wrong passwords of others. It signs nobody in.
 */
const DEVICE = 'device'
const BYTES = 32

const fresh = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Undefined where the browser stores nothing: then the server goes by the address alone. */
export function deviceId(): string | undefined {
  try {
    const existing = localStorage.getItem(DEVICE)
    if (existing) return existing
    const id = fresh()
    localStorage.setItem(DEVICE, id)
    return id
  } catch {
    return undefined
  }
}
