// The keys that a pack is trusted by: one that is given, or those that a service publishes.
import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** What a raw ed25519 key of 32 bytes lacks to be SPKI. */
const SPKI_PREFIX = '302a300506032b6570032100'
const KEYS_PATH = '/.well-known/amanat-keys.json'
const TIMEOUT_MS = 15_000

/**
 * @typedef {{ key: string, from: string | null, until: string | null }} TrustedKey `key`: hex of the SPKI form.
 */

/** @returns {string} */
function spkiHex(text) {
  const plain = text.trim()
  if (/^[0-9a-f]{64}$/i.test(plain)) return SPKI_PREFIX + plain.toLowerCase()
  const isHex = /^[0-9a-f]+$/i.test(plain)
  const input = isHex ? { key: Buffer.from(plain, 'hex'), format: 'der', type: 'spki' } : plain
  return createPublicKey(/** @type {any} */ (input))
    .export({ format: 'der', type: 'spki' })
    .toString('hex')
}

/**
 * Hex or PEM, as text or in a file.
 * @param {string} text
 * @returns {TrustedKey}
 */
export function givenKey(text) {
  try {
    return { key: spkiHex(existsSync(text) ? readFileSync(text, 'utf8') : text), from: null, until: null }
  } catch {
    throw new Error(
      '--key is not a public key: give it as HEX, as PEM, or as the name of a file with either.',
    )
  }
}

/** Read on the way without encryption, keys are anybody's. */
function keysUrl(from) {
  const url = new URL(from)
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isOwnMachine) throw new Error('it is not https')
  if (!url.pathname.endsWith('.json')) url.pathname = KEYS_PATH
  return url
}

/**
 * @param {string} from
 * @returns {Promise<TrustedKey[]>}
 */
export async function publishedKeys(from) {
  try {
    const response = await fetch(keysUrl(from), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    const { keys } = /** @type {any} */ (await response.json())
    return keys.map((entry) => ({ key: spkiHex(entry.public_key), from: entry.from, until: entry.until }))
  } catch (error) {
    throw new Error(`The keys of ${from} cannot be read: ${error.message}.`)
  }
}

/**
 * @param {readonly TrustedKey[]} keys
 * @param {string} signature The key that signed, as the pack names it.
 * @param {string} madeAt
 * @returns {{ file: string, what: string } | null}
 */
export function trustProblem(keys, signature, madeAt) {
  const trusted = keys.find(({ key }) => key === signature)
  if (!trusted) return { file: 'signature.json', what: `is by another key than the trusted: ${signature}` }
  const isAfter = trusted.until !== null && Date.parse(madeAt) > Date.parse(trusted.until)
  return isAfter ? { file: 'signature.json', what: `is by a key that was retired on ${trusted.until}` } : null
}
