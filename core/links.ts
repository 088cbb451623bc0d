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

/** What a link of this site leads to. */
export type OwnLink =
  | { readonly to: 'deal'; readonly track: Track | null; readonly formPk: string }
  | { readonly to: 'offer'; readonly id: string }
  /** Another address of this host, by its path alone: whether a page is there, is not known here. */
  | { readonly to: 'page'; readonly path: string }

/**
 * Reads a pasted link of this site, or a bare form_pk; null for anything else. Callers build their own path from it: the
 * pasted address is compared with `ownUrl` and never followed.
 */
export function readOwnLink(pasted: string, ownUrl: string): OwnLink | null {
  const text = pasted.trim()
  if (FORM_PK.test(text)) return { to: 'deal', track: null, formPk: text }
  const url = ownAddress(text, ownUrl)
  if (!url) return null
  const path = url.pathname.replace(/^\/hi(?=\/|$)/, '').replace(/\/+$/, '')
  const [, offer] = /^\/o\/([\w-]{1,64})$/.exec(path) ?? []
  if (offer) return { to: 'offer', id: offer }
  const deal = dealOf(url, path)
  if (deal) return { to: 'deal', ...deal }
  // what names a deal or an offer and has none is not one of the other pages; files that people have sent are none either
  return /^\/(?:deals\/|d(?:\/|$)|o(?:\/|$)|api(?:\/|$))/.test(path)
    ? null
    : { to: 'page', path: path || '/' }
}

function dealOf(
  { pathname, searchParams }: ParsedUrl,
  path: string,
): { track: Track | null; formPk: string } | null {
  const page = /^\/deals\/([^/]+)$/.exec(path)?.[1] ?? /^\/d\/([^/]+)\/?$/.exec(pathname)?.[1]
  const code = page ?? (path === '/verify' ? searchParams.get('code') : null) ?? ''
  if (FORM_PK.test(code)) return { track: null, formPk: code }
  const track = /^\/api\/transactions\/(shopping|services)\/?$/.exec(pathname)?.[1] as Track | undefined
  const formPk = searchParams.get('form_pk') ?? ''
  return track && FORM_PK.test(formPk) ? { track, formPk } : null
}

/** Null for the address of another site, however much it looks like one of ours. */
function ownAddress(text: string, ownUrl: string): ParsedUrl | null {
  // a chat makes two links of what a browser reads as one
  if (/[\s\\]/.test(text)) return null
  const own = parseUrl(ownUrl)
  const url = parseUrl(/^[a-z][\w+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!own || !url || url.host !== own.host || url.username || url.password) return null
  // anybody between can change a page that comes without encryption
  return url.protocol === 'https:' || url.protocol === own.protocol ? url : null
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
