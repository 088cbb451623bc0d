/** A rendered page that is filled in for each request: parts that hold stay, slots become texts. */
import type { Locale } from '#core/locale.ts'
import type { RenderedSite } from '#core/site-settings.ts'
import { escapeHtml } from '#server/lib/html.ts'
import { policyOf } from './rendered-files.ts'

export interface PageTemplate {
  readonly html: string
  /** The template's own: what is filled in is no script. */
  readonly policy: string
}

/** Undefined where the pages have none. */
export function pageTemplate(
  { files }: Pick<RenderedSite, 'files'>,
  path: string,
  locale: Locale,
): PageTemplate | undefined {
  const name = `${locale === 'hi' ? 'hi/' : ''}${path}/index.html`
  const file = files.find((each) => each.name === name)
  if (!file) return undefined
  const html = Buffer.from(file.body).toString('utf8')
  return { html, policy: policyOf(html) }
}

export interface PageContent {
  readonly slots: Readonly<Record<string, string>>
  readonly holds: Readonly<Record<string, boolean>>
}

/** Marks and slots are looked for once each, in the template alone: what somebody has written is never read as one. */
export function fillIn({ html }: Pick<PageTemplate, 'html'>, { slots, holds }: PageContent): string {
  const parts = html.split(/__(if|end)_(\w+?)__/)
  const open: boolean[] = [true]
  const texts: string[] = []
  for (let at = 0; at < parts.length; at += 3) {
    if (open.at(-1)) texts.push(parts[at] ?? '')
    const [kind, name = ''] = parts.slice(at + 1, at + 3)
    if (kind === 'if') open.push(Boolean(open.at(-1) && holds[name]))
    if (kind === 'end') open.pop()
  }
  return texts.join('').replace(/__slot_(\w+?)__/g, (_, name: string) => escapeHtml(slots[name] ?? ''))
}
