/** Whose letter it is: the operator's name and contacts, for mails and papers (content/site.json). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../messages/error-text.ts'
import { packageRoot } from '../package-root.ts'

interface Site {
  readonly name: Readonly<Record<Locale, string>>
  readonly legal_name: string
  readonly address: string
  readonly email: string
  readonly phone: string
  readonly registrations: readonly { readonly label: string; readonly value: string }[]
  readonly grievance_officer: { readonly email: string }
}

let known: Site | undefined

/** Read once: an operator who changes the file starts the server again. */
export function letterhead(): Site {
  known ??= JSON.parse(readFileSync(join(packageRoot, 'content', 'site.json'), 'utf8')) as Site
  return known
}
