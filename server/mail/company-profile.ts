/** The operator's name and contacts, for emails and documents (site.json of the content). */
import type { SiteContent } from '#core/site-content.ts'
import { readSiteContent } from '#server/lib/operator-content.ts'

let current: SiteContent | undefined

/** At the start: a change of the file takes effect at the next one. */
export function setCompanyProfile(content: SiteContent): void {
  current = content
}

export function companyProfile(): SiteContent {
  current ??= readSiteContent()
  return current
}
