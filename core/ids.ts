/** Identifiers that people see: form_pk, share links, payment references. Making random bytes is the server's. */
export type Track = 'shopping' | 'services'
export const TRACKS: readonly Track[] = ['shopping', 'services']

/** 144 random bits in base64url (design api: 128 or more, no order to guess). */
export const FORM_PK_BYTES = 18
export const FORM_PK = /^[A-Za-z0-9_-]{24}$/

/** The share link of spec §7. */
export const shareLink = (publicUrl: string, track: Track, formPk: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/transactions/${track}/?form_pk=${formPk}`

const home = (publicUrl: string, locale: 'en' | 'hi'): string =>
  `${publicUrl.replace(/\/$/, '')}${locale === 'hi' ? '/hi' : ''}`

/** The deal's own page, for who is in it, in his language. */
export const dealLink = (publicUrl: string, locale: 'en' | 'hi', formPk: string): string =>
  `${home(publicUrl, locale)}/deals/${formPk}`

/** Where anybody may look whether a link is genuine: in every mail; and on every paper, with the deal that it is of. */
export const verifyPage = (publicUrl: string, locale: 'en' | 'hi', formPk?: string): string =>
  `${home(publicUrl, locale)}/verify${formPk === undefined ? '' : `?code=${formPk}`}`

/**
 * Takes the form_pk out of a pasted link of our own shapes, or out of a bare form_pk. Never trusts the host of
 * what was pasted: callers build their own path from the answer. Null when it is not a link from here.
 */
export function readShareLink(
  pasted: string,
  ownHost: string,
): { track: Track | null; formPk: string } | null {
  const text = pasted.trim()
  if (FORM_PK.test(text)) return { track: null, formPk: text }
  const url = parseUrl(text.includes('://') ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (url.host !== ownHost || url.username || url.password) return null
  const page = /^(?:\/hi)?\/deals\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? ''
  if (FORM_PK.test(page)) return { track: null, formPk: page }
  const code = /^(?:\/hi)?\/verify\/?$/.test(url.pathname) ? (url.searchParams.get('code') ?? '') : ''
  if (FORM_PK.test(code)) return { track: null, formPk: code }
  const track = /^\/api\/transactions\/(shopping|services)\/?$/.exec(url.pathname)?.[1] as Track | undefined
  const formPk = url.searchParams.get('form_pk') ?? ''
  return track && FORM_PK.test(formPk) ? { track, formPk } : null
}

interface ParsedUrl {
  protocol: string
  host: string
  username: string
  password: string
  pathname: string
  searchParams: { get(name: string): string | null }
}
// core has no DOM or Node types, yet URL exists in both
declare const URL: new (text: string) => ParsedUrl

function parseUrl(text: string): ParsedUrl | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The payer's payment reference, `TD` and 8 Crockford base32 characters (india.md §1.5): banks drop punctuation. */
export const paymentReference = (randomBytes: Uint8Array): string =>
  `TD${Array.from(randomBytes.subarray(0, 8), (byte) => CROCKFORD[byte % 32]).join('')}`

/** A grievance's ticket: 50 bits in the same letters, easy to read out on the phone. */
export const grievanceTicket = (randomBytes: Uint8Array): string =>
  `G-${Array.from(randomBytes.subarray(0, 10), (byte) => CROCKFORD[byte % 32]).join('')}`
