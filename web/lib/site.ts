/** The operator's name, contacts and people, from content/site.json; nothing else in the code names them. */
import site from '../../content/site.json'
import { type Locale, locale } from './locale.ts'

export const SITE = site

/** Payments are played, not made: every page says so. Set when the pages are built. */
export const SANDBOX: boolean = import.meta.env.SANDBOX
/** Where the site is reached, for addresses that must be whole; empty when it was not known at build. */
export const ORIGIN: string = import.meta.env.ORIGIN

export const inLanguage = (text: Readonly<Record<Locale, string>>): string => text[locale()]
export const siteName = (): string => inLanguage(SITE.name)
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
