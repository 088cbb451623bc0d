/** The site's own links: made for people, and read back from what they paste. */
import { FORM_PK, type Track } from './ids.ts'
import type { Locale } from './locale.ts'

/** The share link of spec §7. */
export const shareLink = (publicUrl: string, track: Track, formPk: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/transactions/${track}/?form_pk=${formPk}`

/** The same offer in few letters, for messages and codes to scan; it leads to the share link. */
export const shortLink = (publicUrl: string, formPk: string): string =>
  `${publicUrl.replace(/\/$/, '')}/d/${formPk}`

const home = (publicUrl: string, locale: Locale): string =>
  `${publicUrl.replace(/\/$/, '')}${locale === 'hi' ? '/hi' : ''}`

/** The deal's own page, for its parties and the team. */
export const dealLink = (publicUrl: string, locale: Locale, formPk: string): string =>
  `${home(publicUrl, locale)}/deals/${formPk}`

/** The page of an offer link, short enough for a bio or a poster; in the language of whoever shares it. */
export const offerPage = (publicUrl: string, id: string, locale: Locale = 'en'): string =>
  `${home(publicUrl, locale)}/o/${id}`

/** A page of the site in a reader's language, such as `/account`. */
export const pageLink = (publicUrl: string, locale: Locale, path: `/${string}`): string =>
  `${home(publicUrl, locale)}${path}`

/** The page that tells anybody whether a link is genuine. Every email names it; a document adds its deal. */
export const verifyPage = (publicUrl: string, locale: Locale, formPk?: string): string =>
  `${home(publicUrl, locale)}/verify${formPk === undefined ? '' : `?code=${formPk}`}`

/**
 * Reads the form_pk from a pasted link of this site, or from a bare form_pk; null for anything else. Callers build their own
 * path from it: the pasted host is compared and never followed.
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
  const page = /^(?:(?:\/hi)?\/deals|\/d)\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? ''
  if (FORM_PK.test(page)) return { track: null, formPk: page }
  const code = /^(?:\/hi)?\/verify\/?$/.test(url.pathname) ? (url.searchParams.get('code') ?? '') : ''
  if (FORM_PK.test(code)) return { track: null, formPk: code }
  const track = /^\/api\/transactions\/(shopping|services)\/?$/.exec(url.pathname)?.[1] as Track | undefined
  const formPk = url.searchParams.get('form_pk') ?? ''
  return track && FORM_PK.test(formPk) ? { track, formPk } : null
}

/** The host of a web address that somebody else wrote, to be shown in its place; null for anything but a plain one. */
export function webHost(text: string): string | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text)) return null
  const url = parseUrl(text)
  return url?.hostname.includes('.') && !url.username && !url.password ? url.host : null
}

interface ParsedUrl {
  protocol: string
  host: string
  hostname: string
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
