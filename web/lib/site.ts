/**
 * The operator's settings as the pages know them. The server's renderer puts them on the global object before it loads
 * the pages (web/render/worker.ts); in the browser the app's shell carries them, since none is part of the build.
 */
import { setFieldLimits } from '#core/field-limits.ts'
import type { Locale } from '#core/locale.ts'
import type { SiteContent } from '#core/site-content.ts'
import { EMPTY_SITE_SETTINGS, holderOf, type SiteSettings } from '#core/site-settings.ts'
import { locale } from './locale.ts'

declare global {
  var siteSettings: SiteSettings | undefined
}

export const SETTINGS_ELEMENT = 'site-settings'

function readElement(): SiteSettings {
  const text = document.getElementById(SETTINGS_ELEMENT)?.textContent
  return text ? (JSON.parse(text) as SiteSettings) : EMPTY_SITE_SETTINGS
}

const settings: SiteSettings = import.meta.env.SSR
  ? (globalThis.siteSettings ?? EMPTY_SITE_SETTINGS)
  : readElement()

setFieldLimits(settings.limits)

/** Invented people and partners are for a demo alone: elsewhere a visitor would take them for lies. */
const shown = <Item extends { readonly sample?: boolean | undefined }>(items: readonly Item[]): Item[] =>
  items.filter(({ sample }) => settings.demo || !sample)

export const SITE: SiteContent = {
  ...settings.content,
  team: shown(settings.content.team),
  testimonials: shown(settings.content.testimonials),
  partners: shown(settings.content.partners),
}
/** Payments are simulated: every page says so. */
export const SANDBOX: boolean = settings.sandbox
/** In whose hands other people's money waits; null where none of it is real. */
export const CUSTODY = settings.custody
/** Numbers and addresses are checked with codes. */
export const CHECKS_CONTACTS: boolean = settings.verification === 'on'
/** Where the site is reached, for addresses that must be whole. */
export const ORIGIN: string = settings.origin
export const SITE_POLICY: unknown = settings.policy

/** The text of a document of content/docs in the page's language. */
export const documentText = (name: string): string | undefined => settings.documents[`${locale()}/${name}`]

/** For the app's shell, without what public pages alone show. A `<` could end the element. */
export function settingsJson(): string {
  const content: SiteContent = { ...SITE, team: [], testimonials: [], partners: [] }
  const ofShell: SiteSettings = { ...settings, content, policy: {}, documents: {} }
  return JSON.stringify(ofShell).replaceAll('<', '\\u003c')
}

export const inLanguage = (text: Readonly<Record<Locale, string>>): string => text[locale()]
export const siteName = (): string => inLanguage(SITE.name)
/** Who holds the money of deals. */
export const holderName = (): string => holderOf(CUSTODY, siteName())
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
