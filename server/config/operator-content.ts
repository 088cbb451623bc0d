/** The operator's own files: who they are, their overrides of the policy, and the documents. Read once, at the start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { FieldLimits } from '#core/field-limits.ts'
import { parseFieldLimits } from '#core/limits-file.ts'
import { LOCALES } from '#core/locale.ts'
import { type Policy, readPolicy } from '#core/policy.ts'
import { type SiteContent, siteContentSchema } from '#core/site-content.ts'
import { parseTaxSettings, type TaxSettings } from '#core/tax/tax-settings.ts'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'

/** Comes with the program; CONTENT_DIR names another folder. */
export const defaultContentDir = join(packageRoot, 'content')

export interface OperatorContent {
  readonly site: SiteContent
  readonly policy: Policy
  readonly limits: FieldLimits
  readonly tax: TaxSettings
  readonly documents: Readonly<Record<string, string>>
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${reasonOf(error)}.`)
  }
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'not valid'}`

export function readSiteContent(contentDir = defaultContentDir): SiteContent {
  const file = join(contentDir, 'site.json')
  const parsed = siteContentSchema.safeParse(readJson(file))
  if (parsed.success) return parsed.data
  throw new ConfigError(`${file} is not as it must be: ${firstIssue(parsed.error)}.`)
}

function readPolicyFile(contentDir: string): Policy {
  const file = join(contentDir, 'policy.json')
  const overrides = existsSync(file) ? readJson(file) : {}
  try {
    return readPolicy(overrides)
  } catch (error) {
    throw new ConfigError(`${file} is not a policy: ${reasonOf(error).slice(0, 300)}`)
  }
}

function readFieldLimits(contentDir: string): FieldLimits {
  const file = join(contentDir, 'limits.json')
  const parsed = parseFieldLimits(existsSync(file) ? readJson(file) : {})
  if (parsed.success) return parsed.data
  throw new ConfigError(`${file} is not as it must be: ${firstIssue(parsed.error)}.`)
}

/** A folder without one has the program's own: no registration, and the rates that are known. */
export function readTaxSettings(contentDir = defaultContentDir): TaxSettings {
  const own = join(contentDir, 'tax.json')
  const file = existsSync(own) ? own : join(defaultContentDir, 'tax.json')
  const parsed = parseTaxSettings(readJson(file))
  if (parsed.success) return parsed.data
  throw new ConfigError(`${file} is not as it must be: ${firstIssue(parsed.error)}.`)
}

function readDocuments(contentDir: string): Record<string, string> {
  const documents = LOCALES.flatMap((locale) => {
    const folder = join(contentDir, 'docs', locale)
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
    return names.map((name) => [`${locale}/${name.slice(0, -3)}`, readFileSync(join(folder, name), 'utf8')])
  })
  return Object.fromEntries(documents)
}

/** A document that the folder does not have is the program's own. */
export function readOperatorContent(contentDir: string): OperatorContent {
  return {
    site: readSiteContent(contentDir),
    policy: readPolicyFile(contentDir),
    limits: readFieldLimits(contentDir),
    tax: readTaxSettings(contentDir),
    documents: { ...readDocuments(defaultContentDir), ...readDocuments(contentDir) },
  }
}
