/** The operator's name and contacts (site.json of the content), and who holds the money, for emails and documents. */
import type { Locale } from '#core/locale.ts'
import type { SiteContent } from '#core/site-content.ts'
import { type CustodyMode, holderOf } from '#core/site-settings.ts'
import { readSiteContent } from '#server/config/operator-content.ts'

let current: SiteContent | undefined
let custody: CustodyMode | null = null

/** At the start: a change of the file takes effect at the next one. */
export function setCompanyProfile(content: SiteContent, mode: CustodyMode | null = null): void {
  current = content
  custody = mode
}

export function companyProfile(): SiteContent {
  current ??= readSiteContent()
  return current
}

/** Who holds the money of deals: a mail that names another misleads whoever asks them for it. */
export const holderName = (locale: Locale): string => holderOf(custody, companyProfile().name[locale])
