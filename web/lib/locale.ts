/** The language of a page is in its address (`/hi/…`); a share link has none, so there the last choice counts, then the device's. */
import type { Locale } from '#core/locale.ts'
import { getLocale, overwriteGetLocale } from '#messages/compiled/runtime.js'

const LANGUAGE_KEY = 'language'

export const locale = (): Locale => getLocale()

/** Without the language. With one slash at its beginning: a link to `//name` leads to another site. */
export const plainPath = (path: string): string => path.replace(/^\/+(?:hi(?=[/?#]|$)\/*)?/, '/')

/** The same address in a language; the current one when none is named. */
export function href(path: string, to: Locale = getLocale()): string {
  if (isShared(path)) return path
  const plain = plainPath(path)
  return to === 'hi' ? `/hi${plain === '/' ? '' : plain}` : plain
}

/** The page of an offer link, filled in by the server for every id. */
export const isOffer = (path: string): boolean => /^(?:\/hi)?\/o\//.test(path)
/** Addresses that are the same in every language: what people send to each other. */
export const isShared = (path: string): boolean => path.startsWith('/api/')

export function rememberLanguage(choice: Locale): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, choice)
  } catch {
    // Private windows may have no storage; the address still carries the language.
  }
}

export function startLocale(): void {
  if (isShared(location.pathname)) {
    const chosen = storedLanguage()
    overwriteGetLocale(() => chosen)
  }
  document.documentElement.lang = getLocale()
}

function storedLanguage(): Locale {
  try {
    return localeOf(localStorage.getItem(LANGUAGE_KEY) ?? navigator.language)
  } catch {
    return localeOf(navigator.language)
  }
}

const localeOf = (language: string): Locale => (/^hi\b/.test(language) ? 'hi' : 'en')
